/** Edits rich text; the server sanitises what it is given. */
import { EditorContent, useEditor } from "@tiptap/react";
import { Image } from "@tiptap/extension-image";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef, useState } from "react";
import { apiAddress } from "../api/host";
import { useT } from "../i18n/use-t";
import { EditPicture, type Picture } from "../pictures/EditPicture";
import { usePictureUpload } from "../pictures/use-picture-upload";
import "./rich.css";

interface Props {
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly id?: string | undefined;
  /** Name of the field. */
  readonly label: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Most pictures at once. */
const AT_ONCE = 9;

/** Shows a stored picture from the API's host; the text keeps its path. */
const StoredImage = Image.extend({
  addNodeView:
    () =>
    ({ node }: { node: { attrs: Readonly<Record<string, unknown>> } }) => {
      const dom = document.createElement("img");
      dom.src = apiAddress(text(node.attrs["src"]));
      dom.alt = text(node.attrs["alt"]);
      return { dom };
    },
});

export function RichTextEditor({ value, onChange, id, label }: Props) {
  const t = useT();
  const [editing, setEditing] = useState<Picture>();
  const given = useRef(onChange);
  given.current = onChange;
  const editor = useEditor({
    extensions: [StarterKit, StoredImage],
    content: value,
    editorProps: {
      attributes: {
        class: "rich-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(id === undefined ? {} : { id }),
      },
    },
    onUpdate: ({ editor: changed }) => given.current(changed.isEmpty ? "" : changed.getHTML()),
  });
  useEffect(() => {
    if (value !== editor.getHTML() && !(value === "" && editor.isEmpty)) editor.commands.setContent(value, { emitUpdate: false });
  }, [value, editor]);
  const upload = usePictureUpload(t("resource.richTextEditor.picture"), AT_ONCE, (urls) =>
    editor
      .chain()
      .focus()
      .insertContent(urls.map((src) => ({ type: "image", attrs: { src } })))
      .run(),
  );
  const onPicture = editor.isActive("image");
  const tools = [
    { key: "bold", title: t("resource.richTextEditor.bold"), mark: "B", run: () => editor.chain().focus().toggleBold().run() },
    { key: "italic", title: t("resource.richTextEditor.italic"), mark: "I", run: () => editor.chain().focus().toggleItalic().run() },
    {
      key: "heading",
      title: t("resource.richTextEditor.heading"),
      mark: "H",
      run: () => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    { key: "bulletList", title: t("resource.richTextEditor.list"), mark: "•", run: () => editor.chain().focus().toggleBulletList().run() },
    {
      key: "orderedList",
      title: t("resource.richTextEditor.numberedList"),
      mark: "1.",
      run: () => editor.chain().focus().toggleOrderedList().run(),
    },
    { key: "blockquote", title: t("resource.richTextEditor.quote"), mark: "❝", run: () => editor.chain().focus().toggleBlockquote().run() },
  ];
  return (
    <div className="rich-editor" {...upload.surface}>
      <div className="rich-tools" role="toolbar" aria-label={t("resource.richTextEditor.format")}>
        {tools.map(({ key, title, mark, run }) => (
          <button key={key} type="button" aria-label={`${mark} ${title}`} title={title} aria-pressed={editor.isActive(key)} onClick={run}>
            {mark}
          </button>
        ))}
        <button type="button" aria-busy={upload.busy !== undefined} onClick={upload.choose}>
          {upload.busy ?? t("resource.richTextEditor.picture")}
        </button>
        {onPicture && (
          <button
            type="button"
            onClick={() => {
              const { src, alt } = editor.getAttributes("image");
              setEditing({ url: text(src), alt: text(alt) });
            }}
          >
            {t("resource.richTextEditor.editPicture")}
          </button>
        )}
      </div>
      <EditorContent editor={editor} />
      {upload.input}
      {editing && (
        <EditPicture
          {...editing}
          onSave={({ url, alt }) => editor.chain().focus().updateAttributes("image", { src: url, alt }).run()}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

import type { Same } from "../../i18n/keys";
import type { pictures as zh } from "../zh/pictures";

/** Texts for choosing and editing pictures. */
export const pictures = {
  editPicture: {
    editPicture: "Edit picture",
    description: "Description",
    readOutThoseWho: "Read out to those who can't see it",
    apply: "Apply",
    crop: "Crop to",
    cropArrowsMoveShift: "Crop: arrows move it, Shift+arrows resize it",
    free: "Free",
    n11: "1:1",
    n43: "4:3",
    n169: "16:9",
  },
  pictures: {
    upload: "Upload",
    picture: "Picture {n}",
    cover: "Cover",
    moveSpaceThenArrows: "Move {name}: Space, then the arrows",
    makeCover: "Make {name} the cover",
    coverAlready: "This is the cover already",
    edit: "Edit {name}",
    delete: "Delete {name}",
  },
  usePictureUpload: {
    uploading: "Uploading {n} of {all}",
    filesNotUploadedPictures: "{left} files were not uploaded: pictures (PNG, JPEG, WebP, GIF) up to 5 MB, and {room} fit here",
  },
} as const satisfies Same<typeof zh>;

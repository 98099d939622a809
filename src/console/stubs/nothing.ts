/** In the build in the place of react-markdown and remark-gfm (41 kB gz), which Refine's `MarkdownField` brings and no screen shows. */
const Nothing = (): null => null;

export default Nothing;

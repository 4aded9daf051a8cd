/** What a remote may import besides code, as the kit builds it. */
declare module '*.module.css' {
  /** the class names in the page, by the names in the file */
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.css?inline' {
  /** the minified style sheet */
  const css: string;
  export default css;
}
declare module '*.svg' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.png' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.jpg' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.jpeg' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.gif' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.webp' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.avif' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.woff' {
  /** its address */
  const url: string;
  export default url;
}
declare module '*.woff2' {
  /** its address */
  const url: string;
  export default url;
}

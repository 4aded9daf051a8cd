/** The URL that webpack gives an asset. */
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.woff2' {
  const url: string;
  export default url;
}

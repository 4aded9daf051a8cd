/** A plugin of Vite for styles that are imported as text: Vite names them by a query instead of an import attribute. */
export const textStyles = {
  name: 'text-styles',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/public-site/src/')
      ? code.replace(/(from '[^']+\.css)' with \{ type: 'text' \}/g, "$1?inline'")
      : undefined,
};

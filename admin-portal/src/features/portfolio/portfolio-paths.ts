/** The requests of the gallery without a filter. */
export const GALLERY_PATHS = { list: '/api/admin/portfolio', hero: '/api/hero' } as const;

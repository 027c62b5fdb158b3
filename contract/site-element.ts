/** The id of the data block in the page that carries the settings a visitor may see. */
export const SITE_ELEMENT_ID = 'site'

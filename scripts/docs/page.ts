/** A heading of a page, and the text up to the next one: what the search finds and the margin lists. */
export interface Section {
  readonly level: number
  readonly title: string
  readonly anchor: string
  readonly text: string
}

/** A page of the site, before the frame is put around it. */
export interface Page {
  /** Below `/docs/`, without an ending; empty for the first page. */
  readonly address: string
  readonly title: string
  readonly html: string
  readonly sections: readonly Section[]
  /** Its source, for programs that read (`llms.txt`); absent for the pages of the API. */
  readonly markdown?: string
  /** Operations that can be tried on the page, as the script of the page reads them. */
  readonly operations?: string
}

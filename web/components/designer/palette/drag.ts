/** Under which a type that is dragged from the palette travels to the canvas. */
export const DRAGGED_TYPE = 'application/x-headrace-component'

/** How a text looks that a template left to be filled in, in the editor and wherever it is named. */
export const fillInStyle =
	'rounded-sm bg-warning-tint underline decoration-warning decoration-dotted underline-offset-2';

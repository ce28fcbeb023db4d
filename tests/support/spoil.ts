/** A token with one character changed, in its middle: the last one may stand for bits that nothing reads. */
export function spoil(token: string): string {
	const middle = token.length - 8;
	return `${token.slice(0, middle)}${token[middle] === 'x' ? 'y' : 'x'}${token.slice(middle + 1)}`;
}

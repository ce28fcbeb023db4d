const isInline = (tag: string) => ['strong', 'em', 's', 'code', 'a'].includes(tag);

/**
 * What a page shows of HTML: tags of blocks, and between them each text with its marks in any order. Blanks count as one, belong
 * to no mark, and do not count at the ends of a block.
 */
export function shownAs(html: string): string[] {
	const shown: { tag: string; marks: string; text: string }[] = [];
	const open: string[] = [];
	let isCode = false;
	const put = (marks: string, text: string) => {
		const last = shown.at(-1);
		if (last && last.tag === '' && last.marks === marks) last.text += text;
		else shown.push({ tag: '', marks, text });
	};
	for (const [piece] of html.matchAll(/<[^>]*>|[^<]+/g)) {
		const [, slash, tag = ''] = /^<(\/?)(\w+)/.exec(piece) ?? [];
		if (tag === 'pre') isCode = slash === '';
		if (!piece.startsWith('<')) {
			const marks = [...new Set(open)].sort().join(' ');
			for (const [part] of isCode ? [[piece]] : piece.matchAll(/\s+|\S+/g)) {
				if (isCode) put(marks, part);
				else if (part.trim() === '') put(shown.at(-1)?.tag === '' ? (shown.at(-1)?.marks ?? '') : '', ' ');
				else put(marks, part);
			}
		} else if (!isInline(tag)) shown.push({ tag: piece, marks: '', text: '' });
		else if (slash) {
			open.splice(
				open.findLastIndex((one) => one.startsWith(`<${tag}`)),
				1,
			);
		} else open.push(piece);
	}
	const lines = shown.flatMap(({ tag, marks, text }, at) => {
		if (tag) return [tag];
		const isFirst = shown[at - 1]?.tag !== '';
		const isLast = shown[at + 1]?.tag !== '';
		const isPre = shown.slice(0, at).findLast((one) => one.tag !== '')?.tag === '<pre>';
		if (isPre) return text.trim() === '' ? [] : [text.replace(/\n+$/, '')];
		const edge = isFirst ? text.trimStart() : text;
		const words = (isLast ? edge.trimEnd() : edge).replaceAll(/ +/g, ' ');
		return words === '' ? [] : [`${marks}: ${words}`];
	});
	// A paragraph of blanks shows nothing.
	return lines.filter(
		(line, at) =>
			!(line === '<p>' && lines[at + 1] === '</p>') && !(line === '</p>' && lines[at - 1] === '<p>'),
	);
}

/** Bytes that the parts of a name may have, so that the whole stays below the 255 of usual file systems. */
const mostBytes = { person: 80, name: 120 };
/** What Windows forbids in names, or reads as a path. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cs}]/gu;
/** Names of devices, which Windows recognises by what stands before the first dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d) *\./i;

/**
 * Names of files for a ZIP, each once, also where capitals make no difference: `Grace Hopper K7M2PX9A - Form.pdf`, then
 * `Grace Hopper K7M2PX9A - Form (2).pdf`.
 */
export function createZipNames(): (file: { person: string; code: string; name: string }) => string {
	const taken = new Set<string>();
	const isNew = (name: string) => !taken.has(name.normalize('NFC').toLowerCase());
	return ({ person, code, name }) => {
		const dot = name.lastIndexOf('.');
		const extension = name.slice(dot);
		const who = `${namePart(person, mostBytes.person) || 'Guest'} ${code} - `;
		const stem = `${who}${namePart(name.slice(0, dot), mostBytes.name)}`;
		const base = device.test(stem) ? `_${stem}` : stem;
		let found = `${base}${extension}`;
		for (let n = 2; !isNew(found); n += 1) found = `${base} (${n})${extension}`;
		taken.add(found.normalize('NFC').toLowerCase());
		return found;
	};
}

/**
 * A text as part of the name of a file: without characters that cannot be in one, and without dots at its start, which hide it or lead to
 * another folder.
 * @param most bytes; as many whole characters as fit
 */
export function namePart(given: string, most: number): string {
	const text = given.replace(forbidden, '-').replace(/^[. ]+/, '');
	let bytes = 0;
	let part = '';
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > most) break;
		part += character;
	}
	return part.trim();
}

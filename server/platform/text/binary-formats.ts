/** First bytes of formats that people upload in place of text, with what to call them. */
const formats: [start: number[], name: string][] = [
	[[0x50, 0x4b, 0x03, 0x04], 'a spreadsheet (Excel, Numbers, OpenDocument) or another packed file'],
	[[0x50, 0x4b, 0x05, 0x06], 'a packed file'],
	[[0xd0, 0xcf, 0x11, 0xe0], 'a file of an older Excel or Outlook'],
	[[0x25, 0x50, 0x44, 0x46], 'a PDF'],
	[[0x7b, 0x5c, 0x72, 0x74, 0x66], 'a formatted document (RTF)'],
	[[0x1f, 0x8b], 'a packed file'],
	[[0x89, 0x50, 0x4e, 0x47], 'a picture'],
	[[0xff, 0xd8, 0xff], 'a picture'],
	[[0x47, 0x49, 0x46, 0x38], 'a picture'],
	[[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'a database'],
];

/** What a file is when it surely is no text, as `a PDF`; null for anything else. */
export function nameOfBinaryFormat(bytes: Uint8Array): string | null {
	const found = formats.find(([start]) => start.every((byte, index) => bytes[index] === byte));
	return found?.[1] ?? null;
}

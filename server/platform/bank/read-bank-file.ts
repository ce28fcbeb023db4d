import { unzipSync } from 'fflate';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { BankSkipReason } from '#shared/rules/bank-lines.ts';
import { isZip } from '../table/read-xlsx.ts';
import { type BankFile, BankFileProblem, createSkipCounter } from './bank-file.ts';
import { readCamt } from './camt.ts';
import { isMt940, readMt940 } from './mt940.ts';
import { readStatementTable } from './statement-table.ts';

export type { BankFile, BankFileLine } from './bank-file.ts';
export { BankFileProblem } from './bank-file.ts';

/** Of one file. */
export const mostBankLines = 2_000;
/** Of a packed file. */
const mostFiles = 400;
const mostUnpackedBytes = 20_000_000;

/**
 * Reads a bank statement: CAMT.052, 053 or 054 (ISO 20022), alone or in a ZIP, MT940, or a table (CSV, Excel) whose columns are detected
 * by name and content. Nothing is stored.
 * @param currency of a table that names none
 * @throws BankFileProblem
 */
export async function readBankFile(bytes: Uint8Array, currency: string): Promise<BankFile> {
	const file = await readAnyFile(bytes, currency);
	if (file.lines.length > mostBankLines)
		throw new BankFileProblem(message`More than ${mostBankLines} lines. Export a shorter period.`);
	return file;
}

async function readAnyFile(bytes: Uint8Array, currency: string): Promise<BankFile> {
	const packed = isZip(bytes) ? unpack(bytes) : null;
	if (packed) return join(packed.map(readText));
	if (isZip(bytes)) return readStatementTable(bytes, currency);
	const start = startOf(bytes);
	if (start.startsWith('<') || isMt940(start)) return readText(bytes);
	const format = formats.find(({ form }) => form.test(start));
	if (format) throw new BankFileProblem(format.sentence);
	return readStatementTable(bytes, currency);
}

/** The first characters of a text, without byte order mark, also of UTF-16. */
const startOf = (bytes: Uint8Array) =>
	new TextDecoder('latin1')
		.decode(bytes.subarray(0, 4_000))
		.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
		.replaceAll('\0', '')
		.trimStart();

/** Formats of statements that are not read, by how they begin. */
const formats: { form: RegExp; sentence: TranslatableMessage }[] = [
	{
		form: /^(?:OFXHEADER|<\?OFX|<OFX)/i,
		sentence: message`This is an OFX or QFX file, which can’t be read. Export CAMT.053 or CSV from your bank.`,
	},
	{
		form: /^!(?:Type|Account|Option):/i,
		sentence: message`This is a QIF file, which can’t be read. Export CAMT.053 or CSV from your bank.`,
	},
	{
		form: /^<(?:!doctype\s+html|html)\b/i,
		sentence: message`This is a web page, not a statement. Export CAMT.053 or CSV from your bank.`,
	},
	{
		form: /^01,\w*,\w*,\d{6},\d{4},/,
		sentence: message`This is a BAI2 file, which can’t be read. Export CAMT.053 or CSV from your bank.`,
	},
	{
		form: /^00000\d{6}\d{3}05|^0000\d{6}\d{5}/,
		sentence: message`This is a CODA file, which can’t be read. Export CAMT.053 or CSV from your bank.`,
	},
];

/** Reads a file of a bank that is no table: CAMT or MT940. */
function readText(bytes: Uint8Array): BankFile {
	const start = startOf(bytes);
	if (isMt940(start)) return readMt940(bytes);
	const format = formats.find(({ form }) => form.test(start));
	if (format) throw new BankFileProblem(format.sentence);
	return readCamt(bytes);
}

/** The files of statements in an archive; null for a workbook. */
function unpack(bytes: Uint8Array): Uint8Array[] | null {
	let isWorkbook = false;
	let unpacked = 0;
	let count = 0;
	const isTooLarge = () => unpacked > mostUnpackedBytes || count > mostFiles;
	let files: Record<string, Uint8Array>;
	try {
		files = unzipSync(bytes, {
			filter({ name, originalSize }) {
				isWorkbook ||= name === '[Content_Types].xml' || name === 'mimetype';
				if (isWorkbook || !/\.(?:xml|c5[234]|sta|mt940|940|txt)$/i.test(name) || /(?:^|\/)[._]/.test(name))
					return false;
				unpacked += originalSize;
				count += 1;
				return !isTooLarge();
			},
		});
	} catch {
		throw new BankFileProblem(
			message`This packed file can’t be opened. Unpack it and choose the statement in it.`,
		);
	}
	if (isWorkbook) return null;
	if (isTooLarge())
		throw new BankFileProblem(
			message`This packed file is too large: up to ${mostFiles} statements and ${mostUnpackedBytes / 1_000_000} MB are read.`,
		);
	const all = Object.values(files);
	if (all.length === 0)
		throw new BankFileProblem(
			message`This packed file (ZIP) has no CAMT or MT940 statement in it. Unpack it and choose the statement.`,
		);
	return all;
}

/** Several files of one export. */
function join(files: readonly BankFile[]): BankFile {
	const skipped = createSkipCounter();
	for (const file of files)
		for (const [reason, times] of Object.entries(file.skipped)) skipped.add(reason as BankSkipReason, times);
	const lines = files.flatMap((file, index) =>
		file.lines.map((line) => ({ ...line, part: `${index}.${line.part}` })),
	);
	return { lines, skipped: skipped.counts };
}

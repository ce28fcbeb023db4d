import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { bankLines } from '#server/db/tables/orders.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import type { BankFileLine } from '#server/platform/bank/read-bank-file.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { readBankFileInThread } from './bank-file-thread.ts';
import { findNamedOrder, matchNewLines } from './match-lines.ts';

const rowsOfStatement = 500;

/** What a bank said of each line, and how often it has said the same before in this file: two equal transfers of a day are two lines. */
function hashesOf(lines: readonly BankFileLine[]): Buffer[] {
	const seen = new Map<string, number>();
	return lines.map((line) => {
		const content = JSON.stringify(Object.values(line));
		const nth = seen.get(content) ?? 0;
		seen.set(content, nth + 1);
		return createHash('sha256').update(`${content}\0${nth}`).digest();
	});
}

/**
 * Imports the statement of a bank: its lines are written down once, whatever file they are in, and those that name an order and pay it
 * exactly confirm it. The file itself is not kept.
 * @throws VALIDATION_FAILED about `file`
 */
export async function importBankFile(
	services: Services,
	command: { organisationId: string; userId: string; file: UploadedFile },
) {
	const { organisationId, userId } = command;
	const { db } = services.database;
	const settings = await getOrganisationSettings(db, organisationId);
	const currency = settings.defaultCurrency || 'EUR';
	const file = await readBankFileInThread(organisationId, command.file.bytes, currency);
	const hashes = hashesOf(file.lines);
	let added = 0;
	for (let from = 0; from < file.lines.length; from += rowsOfStatement) {
		const part = file.lines.slice(from, from + rowsOfStatement);
		const rows = [];
		for (const [index, { bankReference: _, ...line }] of part.entries()) {
			const named = await findNamedOrder(db, organisationId, line.text);
			rows.push({ ...line, ...named, id: newId(), organisationId, hash: hashes[from + index] as Buffer });
		}
		const made = await db
			.insert(bankLines)
			.values(rows)
			.onConflictDoNothing()
			.returning({ id: bankLines.id });
		added += made.length;
	}
	// Also those of an earlier import that did not come to its end.
	const ofFile = and(eq(bankLines.organisationId, organisationId), inArray(bankLines.hash, hashes));
	const read = () =>
		db
			.select({ id: bankLines.id, state: bankLines.state, orderId: bankLines.orderId })
			.from(bankLines)
			.where(ofFile)
			.orderBy(bankLines.id);
	const lineIds = (await read())
		.filter(({ state, orderId }) => state === 'new' && orderId !== null)
		.map(({ id }) => id);
	await matchNewLines(services, organisationId, { userId, lineIds });
	const states = await read();
	return {
		added,
		known: file.lines.length - added,
		matched: states.filter(({ state }) => state === 'matched').length,
		waiting: states.filter(({ state }) => state === 'new').length,
		skipped: file.skipped,
	};
}

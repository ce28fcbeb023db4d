import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { bankLines } from '#server/db/tables/orders.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import type { UploadedFile } from '#server/http/handler.ts';
import type { BankFileLine } from '#server/platform/bank/read-bank-file.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { readBankFileInThread } from './bank-file-thread.ts';
import { findNamedOrders, matchNewLines, type NamedOrders } from './match-lines.ts';

const rowsOfStatement = 500;

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();

/** The bank’s data of each line, and how often the same line came before in this statement: two equal transfers of a day are two lines. */
function hashesOf(lines: readonly BankFileLine[]): Buffer[] {
	const seen = new Map<string, number>();
	return lines.map(({ source, identity, part }) => {
		// Reports, statements and notifications of one bank give a transaction the same name.
		const content = `${source.split('.')[0]}\0${identity}`;
		const counted = `${part}\0${content}`;
		const nth = seen.get(counted) ?? 0;
		seen.set(counted, nth + 1);
		return sha256(`${content}\0${nth}`);
	});
}

type KnownLine = Pick<typeof bankLines.$inferSelect, 'id' | 'fileHash'>;
type NewLine = typeof bankLines.$inferInsert & { hash: Buffer };

interface ReadLine extends NamedOrders {
	line: BankFileLine;
	hash: Buffer;
	/** The hash of a line that can't be distinguished from one of another file. */
	repeatedHash: Buffer;
}

async function findByHashes(db: DbOrTx, organisationId: string, hashes: readonly Buffer[]) {
	const found = new Map<string, KnownLine>();
	for (let from = 0; from < hashes.length; from += rowsOfStatement) {
		const rows = await db
			.select({ id: bankLines.id, hash: bankLines.hash, fileHash: bankLines.fileHash })
			.from(bankLines)
			.where(
				and(
					eq(bankLines.organisationId, organisationId),
					inArray(bankLines.hash, hashes.slice(from, from + rowsOfStatement)),
				),
			);
		for (const row of rows) found.set(row.hash.toString('hex'), row);
	}
	return found;
}

/**
 * Lines of files of other kinds that may be the same transfers as those of this file, such as those of a CSV and a CAMT file of one day. Each
 * is found once.
 */
async function createTwinFinder(
	db: DbOrTx,
	organisationId: string,
	of: { lines: readonly ReadLine[]; known: ReadonlyMap<string, KnownLine> },
) {
	const { lines, known } = of;
	const days = [
		...new Map(
			lines.map(({ line: { bookedOn, amountMinor } }) => [
				`${bookedOn} ${amountMinor}`,
				{ day: bookedOn, amount: amountMinor },
			]),
		).values(),
	];
	const { rows } = await db.execute<{
		id: string;
		day: string;
		amount: string;
		currency: string;
		source: string | null;
		payer: string;
		text: string;
		order_id: string | null;
	}>(sql`
		SELECT b.id, b.booked_on::text AS day, b.amount_minor AS amount, b.currency, b.source, b.payer, b.text, b.order_id
		FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS l (day date, amount bigint)
		JOIN bank_lines b ON b.organisation_id = ${organisationId} AND b.booked_on = l.day AND b.amount_minor = l.amount
		ORDER BY b.id`);
	const byContent = Map.groupBy(rows, (row) => `${row.day} ${row.amount} ${row.currency}`);
	const used = new Set([...known.values()].map(({ id }) => id));
	return ({ line, orderId }: ReadLine): string | null => {
		const { bookedOn, amountMinor, currency, payer, text, source } = line;
		const twin = byContent
			.get(`${bookedOn} ${amountMinor} ${currency}`)
			?.find(
				(row) =>
					row.source !== source &&
					!used.has(row.id) &&
					(row.order_id === null ? row.payer === payer && row.text === text : row.order_id === orderId),
			);
		if (twin) used.add(twin.id);
		return twin?.id ?? null;
	};
}

/** The rows that a file adds. Nothing that could be another transfer is left out: it becomes a row that says what it may be the same as. */
async function planRows(
	db: DbOrTx,
	organisationId: string,
	of: { lines: readonly ReadLine[]; fileHash: Buffer },
): Promise<NewLine[]> {
	const { lines, fileHash } = of;
	const known = await findByHashes(
		db,
		organisationId,
		lines.flatMap(({ hash, repeatedHash }) => [hash, repeatedHash]),
	);
	const twinOf = await createTwinFinder(db, organisationId, { lines, known });
	const added = new Map<string, NewLine>();
	for (const read of lines) {
		const key = read.hash.toString('hex');
		const inBooks = known.get(key);
		const same = inBooks ?? added.get(key);
		const isKnown = same && (read.line.isCertain || inBooks?.fileHash?.equals(fileHash));
		const hash = same ? read.repeatedHash : read.hash;
		if (isKnown || known.has(hash.toString('hex')) || added.has(hash.toString('hex'))) continue;
		const { bookedOn, amountMinor, currency, payer, text, source } = read.line;
		const { eventId, orderId, ordersNamed } = read;
		added.set(hash.toString('hex'), {
			...{
				id: newId(),
				organisationId,
				hash,
				fileHash,
				source,
				bookedOn,
				amountMinor,
				currency,
				payer,
				text,
			},
			...{ eventId, orderId, ordersNamed, maybeSameAs: same?.id ?? twinOf(read) },
		});
	}
	return [...added.values()];
}

/**
 * Imports a bank statement. Each line is stored once; a line with the reference and the exact amount of an order confirms it. A possible
 * duplicate of a line in another file is held for review. The file is not stored.
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
	const fileHash = sha256(command.file.bytes);
	const named = await findNamedOrders(
		db,
		organisationId,
		file.lines.map(({ texts }) => texts),
	);
	const hashes = hashesOf(file.lines);
	const lines = file.lines.map((line, at): ReadLine => {
		const hash = hashes[at] as Buffer;
		const repeatedHash = sha256(Buffer.concat([hash, fileHash, Buffer.from(line.part)]));
		return { line, hash, repeatedHash, ...(named[at] as NamedOrders) };
	});
	const added = await services.database.transaction(async (tx) => {
		// Two files at the same time would not see that their lines may be the same.
		await tx.execute(
			sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bank files ${organisationId}`}, 0))`,
		);
		const rows = await planRows(tx, organisationId, { lines, fileHash });
		for (let from = 0; from < rows.length; from += rowsOfStatement)
			await tx.insert(bankLines).values(rows.slice(from, from + rowsOfStatement));
		return rows.length;
	});
	// Also those of an earlier import that did not come to its end.
	const read = async () => {
		const found = await findByHashes(
			db,
			organisationId,
			lines.flatMap(({ hash, repeatedHash }) => [hash, repeatedHash]),
		);
		const ids = lines.flatMap(
			({ hash, repeatedHash }) =>
				(found.get(repeatedHash.toString('hex')) ?? found.get(hash.toString('hex')))?.id ?? [],
		);
		return ids.length === 0
			? []
			: db
					.select({
						id: bankLines.id,
						state: bankLines.state,
						orderId: bankLines.orderId,
						maybeSameAs: bankLines.maybeSameAs,
					})
					.from(bankLines)
					.where(and(eq(bankLines.organisationId, organisationId), inArray(bankLines.id, ids)))
					.orderBy(bankLines.id);
	};
	const lineIds = (await read())
		.filter(({ state, orderId, maybeSameAs }) => state === 'new' && orderId !== null && maybeSameAs === null)
		.map(({ id }) => id);
	await matchNewLines(services, organisationId, { userId, lineIds });
	const states = await read();
	const waiting = states.filter(({ state }) => state === 'new');
	return {
		added,
		known: file.lines.length - added,
		matched: states.filter(({ state }) => state === 'matched').length,
		waiting: waiting.length,
		maybeSame: waiting.filter(({ maybeSameAs }) => maybeSameAs !== null).length,
		skipped: Object.values(file.skipped).reduce((sum, times) => sum + times, 0),
		skippedBy: file.skipped,
	};
}

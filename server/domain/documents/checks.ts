import { asc, sql } from 'drizzle-orm';
import { documents } from '#server/db/tables/documents.ts';
import type { InvariantCheck } from '../module.ts';
import { createQueryCheck } from '../query-check.ts';
import { hashOf, recipientHashOf } from './content.ts';
import type { DocumentRow } from './issue.ts';

const batch = 500;
const nil = '00000000-0000-0000-0000-000000000000';

/** Invariants of documents, recomputed from their rows. */
export const documentChecks: InvariantCheck[] = [
	createQueryCheck<{ kind: string; prefix: string; next: number; n: number; first: number; last: number }>(
		'documents.numbers-without-gaps',
		'The numbers of each series begin at 1 and have neither gaps nor doubles.',
		`WITH counted AS (
			SELECT organisation_id, kind, series AS prefix, count(*)::int AS n, min(number) AS first, max(number) AS last,
				count(DISTINCT number)::int AS numbers
			FROM documents GROUP BY 1, 2, 3
		)
		SELECT coalesce(c.kind, s.kind) AS kind, coalesce(c.prefix, s.prefix) AS prefix, coalesce(s.next, 0) AS next,
			coalesce(c.n, 0) AS n, coalesce(c.first, 0) AS first, coalesce(c.last, 0) AS last
		FROM counted c FULL JOIN document_series s USING (organisation_id, kind, prefix)
		WHERE coalesce(c.n, 0) <> coalesce(s.next, 0) - 1 OR coalesce(c.last, 0) <> coalesce(c.n, 0) OR c.first > 1
			OR c.numbers <> c.n`,
		(row) =>
			`${row.prefix} (${row.kind}) has ${row.n} documents from ${row.first} to ${row.last}, the next would be ${row.next}`,
	),
	createQueryCheck<{ label: string; gross: string; corrected: string }>(
		'documents.credit-notes-fit',
		'Credit notes correct an invoice or a receipt of the same order, and never more than it says.',
		`SELECT min(n.label) AS label, coalesce(max(i.gross_minor), 0) AS gross, -sum(n.gross_minor) AS corrected
		FROM documents n LEFT JOIN documents i ON i.organisation_id = n.organisation_id AND i.id = n.corrects_id
			AND i.kind IN ('invoice', 'receipt') AND i.subject_id = n.subject_id
		WHERE n.kind = 'credit_note'
		GROUP BY n.organisation_id, n.corrects_id, i.id
		HAVING i.id IS NULL OR -sum(n.gross_minor) > max(i.gross_minor) OR sum(n.gross_minor) > 0`,
		(row) => `${row.label} corrects ${row.corrected} of ${row.gross}`,
	),
	createQueryCheck<{ label: string; receipt: string | null }>(
		'documents.cancellations-fit',
		'A cancelled receipt of a donation is taken back whole, once, by a document of the same order; an order has one that is valid at most.',
		`SELECT c.label, r.label AS receipt
		FROM documents c LEFT JOIN documents r ON r.organisation_id = c.organisation_id AND r.id = c.corrects_id
			AND r.kind = 'gift_receipt' AND r.subject_id = c.subject_id
		WHERE c.kind = 'gift_cancellation' AND r.gross_minor IS DISTINCT FROM -c.gross_minor
		UNION ALL
		SELECT max(r.label), min(r.label) FROM documents r
		WHERE r.kind = 'gift_receipt' AND NOT EXISTS (SELECT FROM documents c
			WHERE c.organisation_id = r.organisation_id AND c.corrects_id = r.id AND c.kind = 'gift_cancellation')
		GROUP BY r.organisation_id, r.subject_id HAVING count(*) > 1`,
		(row) => `${row.label} does not go with ${row.receipt ?? 'any receipt'}`,
	),
	{
		name: 'documents.hashes',
		rule: 'Each document says what it said when it was issued: its hashes match.',
		async run({ database }) {
			const found: string[] = [];
			let after = { organisationId: nil, id: nil };
			while (found.length < 200) {
				const rows = (await database.db
					.select()
					.from(documents)
					.where(
						sql`(${documents.organisationId}, ${documents.id}) > (${after.organisationId}::uuid, ${after.id}::uuid)`,
					)
					.orderBy(asc(documents.organisationId), asc(documents.id))
					.limit(batch)) as DocumentRow[];
				found.push(...rows.filter(isChanged).map(({ label, id }) => `${label} (${id}) was changed`));
				const last = rows.at(-1);
				if (!last || rows.length < batch) break;
				after = last;
			}
			return found.slice(0, 200);
		},
	},
];

/** An erased recipient counts by the hash that is left. */
const isChanged = (document: DocumentRow) =>
	!document.hash.equals(hashOf(document)) ||
	(document.recipient !== null && !document.recipientHash.equals(recipientHashOf(document.recipient)));

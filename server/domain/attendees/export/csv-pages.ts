import type { Services } from '#server/services.ts';
import { type GuestFilters, guestPage } from '../guest-list.ts';
import { csvRecord } from './guest-columns.ts';

/** Some hundred and sixty kilobytes: few round trips, little memory. */
const rowsPerPage = 1_000;

interface PageRow {
	records: string | null;
	count: number;
	last_id: string | null;
	last_text: string | null;
}

/**
 * The records of all guests that a filter lets through, in pieces that the database wrote. Each piece is a query of its own: no
 * connection and no transaction waits for a slow reader. The next is requested while the last is being sent.
 */
export async function* csvPages(
	services: Services,
	scope: { organisationId: string; eventId: string },
	filters: GuestFilters,
): AsyncGenerator<string> {
	const byName = filters.sort === 'name';
	const read = async (after: string[] | undefined): Promise<PageRow | undefined> => {
		const page = guestPage(scope, filters, { after, limit: rowsPerPage });
		const { rows } = await services.database.pool.query<PageRow>({
			text: `
SELECT string_agg(r.record, '') AS records, count(*)::int AS count, (array_agg(r.id::text))[count(*)] AS last_id,
	${byName ? '(array_agg(r.search_text))[count(*)]' : 'NULL'} AS last_text
FROM (
	SELECT ${csvRecord} AS record, a.id, a.search_text
	FROM (${page.text}) a ${page.beside}
	ORDER BY ${page.orderBy}
) r`,
			values: page.values,
		});
		return rows[0];
	};
	let next: Promise<PageRow | undefined> | undefined = read(undefined);
	while (next) {
		const page: PageRow | undefined = await next;
		next = undefined;
		if (!page?.records) return;
		if (page.count === rowsPerPage && page.last_id !== null) {
			next = read(byName ? [page.last_text ?? '', page.last_id] : [page.last_id]);
			// There may be no reader left to receive the error.
			next.catch(() => {});
		}
		yield page.records;
	}
}

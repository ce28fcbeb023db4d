import { decodeCursor } from '#server/http/cursor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { EventFilters } from './list-conditions.ts';
import type { WordQuery } from './search-words.ts';

/** The orders of a list of events. */
export interface ListOrder {
	name: 'soonest' | 'latest' | 'newest' | 'best-soonest' | 'best-latest';
	column: 'starts_at' | 'published_at';
	direction: 'ASC' | 'DESC';
	/** Events whose short fields have the words come before the others. */
	isRanked: boolean;
}

/** Where a page ended. `rank` is 0 for events whose short fields have the words, 1 for the others. */
export interface ListPlace {
	rank: 0 | 1;
	at: string;
	id: string;
	/** The moment that the first page was of; null in cursors of the version before. */
	asOf: Date | null;
}

export function orderOf(filters: EventFilters, words: WordQuery | null): ListOrder {
	const direction = filters.past && !filters.from ? 'DESC' : 'ASC';
	const sort = filters.sort ?? (words ? 'relevance' : 'soonest');
	if (sort === 'newest') {
		return { name: 'newest', column: 'published_at', direction: 'DESC', isRanked: false };
	}
	const isRanked = sort === 'relevance' && words !== null;
	const way = direction === 'ASC' ? 'soonest' : 'latest';
	return { name: isRanked ? `best-${way}` : way, column: 'starts_at', direction, isRanked };
}

/** Reads a cursor of a list in this order; refuses those of other lists. */
export function readPlace(cursor: string, order: ListOrder): ListPlace {
	const [name, rank, at, id, asOf] = decodeCursor(cursor, 4, 5);
	const isOurs =
		name === order.name &&
		/^[01]$/.test(rank!) &&
		isUuid(id!) &&
		!Number.isNaN(Date.parse(at!)) &&
		(asOf === undefined || !Number.isNaN(Date.parse(asOf)));
	if (!isOurs) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'This cursor belongs to another list. Ask for the first page again.',
		});
	}
	return {
		rank: rank === '1' ? 1 : 0,
		at: new Date(at!).toISOString(),
		id: id!,
		asOf: asOf === undefined ? null : new Date(asOf),
	};
}

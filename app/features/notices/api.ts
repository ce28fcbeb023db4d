import { useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { queryClientHere } from '#app/lib/query-client.ts';
import { readUserAgain } from '#app/lib/user-query.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { countUnread, listNotices, readNotices } from '#shared/contracts/notices.ts';

const noticesKey = ['account', 'notices'] as const;
const unreadKey = [...noticesKey, 'unread'] as const;
/** A bell may be a minute or two late; the mail is not. */
const REFRESH_MS = 120_000;

/** The number on the bell. It stands in the frame of public pages too, which have no query cache around them. */
export function useUnread(): number {
	const { data } = useQuery(
		{
			queryKey: unreadKey,
			queryFn: ({ signal }) => readUnread(signal),
			staleTime: REFRESH_MS / 2,
			refetchInterval: REFRESH_MS,
		},
		queryClientHere(),
	);
	return data?.unread ?? 0;
}

/** A new notice may ask something of the user: 2FA that an organisation requires, or an offer of ownership. */
async function readUnread(signal: AbortSignal) {
	const before = queryClientHere().getQueryData<{ unread: number }>(unreadKey);
	const now = await api.call(countUnread, { signal });
	if (before && now.unread > before.unread) void readUserAgain();
	return now;
}

/** The notifications of the caller, page by page. */
export function useNotices() {
	return useCursorList(listNotices, {
		key: [...noticesKey, 'list'],
		query: { limit: '20' },
		refetchInterval: REFRESH_MS,
	});
}

/** Marks one, or all up to one, as read. */
export function useReadNotices() {
	return useChange(
		(which: CallBodyOf<typeof readNotices>) => api.call(readNotices, { body: which }),
		noticesKey,
	);
}

import { useState } from 'react';
import { useLocation } from 'react-router';

const KEY = 'came-from';

/** The event whose page led to a page of the organisation, such as its payment account. */
interface CameFrom {
	title: string;
	to: string;
}

/** For the `state` of a link that leads from an event to a page of its organisation. */
export const cameFrom = (title: string, to: string) => ({ cameFrom: { title, to } satisfies CameFrom });

/** The event to lead back to; also after a visit to the provider's own pages, for as long as the tab is open. */
export function useCameFrom(): CameFrom | null {
	const { state, search } = useLocation();
	const [from] = useState(() => {
		const given = (state as { cameFrom?: CameFrom } | null)?.cameFrom;
		try {
			if (given) sessionStorage.setItem(KEY, JSON.stringify(given));
			else if (!new URLSearchParams(search).has('returned')) sessionStorage.removeItem(KEY);
			return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CameFrom | null;
		} catch {
			return given ?? null;
		}
	});
	return from;
}

import { useEffect, useRef, useState } from 'react';
import { useBeforeLink } from '#app/lib/before-link.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

const PAUSE_MS = 150;

/** Searches after a pause in typing. What else changes `q`, such as going back, is shown in the field. */
export function DebouncedSearchField(
	props: Omit<SearchFieldProps, 'value' | 'onChange'> & { q: string; onSearch: (q: string) => void },
) {
	const { q, onSearch, ...rest } = props;
	const [typed, setTyped] = useState(q);
	const [searched, setSearched] = useState(q);
	const [shown, setShown] = useState(q);
	if (shown !== q) {
		setShown(q);
		if (q !== searched) {
			setTyped(q);
			setSearched(q);
		}
	}
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useBeforeLink(() => clearTimeout(timer.current));
	useEffect(() => {
		if (typed === searched) return;
		timer.current = setTimeout(() => {
			setSearched(typed);
			onSearch(typed);
		}, PAUSE_MS);
		return () => clearTimeout(timer.current);
	});
	return <SearchField {...rest} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

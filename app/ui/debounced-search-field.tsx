import { useEffect, useState } from 'react';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

const PAUSE_MS = 150;

/** Searches after a pause in typing. What else changes `q`, such as going back, is shown in the field. */
export function DebouncedSearchField(
	props: Omit<SearchFieldProps, 'value' | 'onChange'> & { q: string; onSearch: (q: string) => void },
) {
	const { q, onSearch, ...rest } = props;
	const [typed, setTyped] = useState(q);
	const [asked, setAsked] = useState(q);
	const [shown, setShown] = useState(q);
	if (shown !== q) {
		setShown(q);
		if (q !== asked) {
			setTyped(q);
			setAsked(q);
		}
	}
	useEffect(() => {
		if (typed === asked) return;
		const timer = setTimeout(() => {
			setAsked(typed);
			onSearch(typed);
		}, PAUSE_MS);
		return () => clearTimeout(timer);
	});
	return <SearchField {...rest} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

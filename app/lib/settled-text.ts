import { useEffect, useState } from 'react';

/** A debounced text: its value after `quietMs` without a change. */
export function useSettledText(text: string, quietMs: number): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), quietMs);
		return () => clearTimeout(timer);
	}, [text, quietMs]);
	return settled;
}

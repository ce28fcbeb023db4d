import { useEffect, useState } from 'react';

/** A text as it was when it last stayed the same for `quietMs`: what is asked of the server while somebody types follows it. */
export function useSettledText(text: string, quietMs: number): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), quietMs);
		return () => clearTimeout(timer);
	}, [text, quietMs]);
	return settled;
}

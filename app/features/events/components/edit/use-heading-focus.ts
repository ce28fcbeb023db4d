import { useCallback, useEffect, useState } from 'react';

/** Moves focus to the page's heading after the next render: for a button that goes away with what it did. */
export function useHeadingFocus(): () => void {
	const [count, setCount] = useState(0);
	useEffect(() => {
		if (count > 0) document.querySelector<HTMLElement>('main h1')?.focus();
	}, [count]);
	return useCallback(() => setCount((before) => before + 1), []);
}

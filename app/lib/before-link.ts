import { useEffect, useEffectEvent } from 'react';

/** Runs before a link is followed: what waits, such as a search after typing, must not take the place of where it leads. */
export function useBeforeLink(run: () => void): void {
	const onLink = useEffectEvent(run);
	useEffect(() => {
		const listen = ({ target }: MouseEvent) => {
			if (target instanceof Element && target.closest('a[href]')) onLink();
		};
		document.addEventListener('click', listen, { capture: true });
		return () => document.removeEventListener('click', listen, { capture: true });
	}, []);
}

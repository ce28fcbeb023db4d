import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DoorAccess } from '../api.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { SalesView, Till } from './model.ts';

/**
 * Selling at this door, for parts of the page that are shown only to those who may sell.
 * @returns null until the till is there
 */
export function useTill(access: DoorAccess, session: DoorSession): { till: Till; view: SalesView } | null {
	const { isOpen } = useSyncExternalStore(session.subscribe, session.getView, session.getView);
	const [till, setTill] = useState<Till | null>(null);
	useEffect(() => {
		if (!isOpen) return;
		let isOver = false;
		session
			.openSales()
			.then((opened) => {
				if (isOver) return;
				setTill(opened);
				void opened.refresh();
			})
			.catch(() => {});
		return () => {
			isOver = true;
			setTill(null);
		};
	}, [access, session, isOpen]);
	const view = useSyncExternalStore(
		till ? till.subscribe : subscribeToNothing,
		() => till?.getView() ?? null,
		() => null,
	);
	return till && view ? { till, view } : null;
}

const subscribeToNothing = () => () => {};

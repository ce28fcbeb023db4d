import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';

const UnsavedContext = createContext<(section: string, isDirty: boolean) => void>(() => {});

/** Reports to the page whether a section has something that is not saved. */
export function useUnsaved(section: string, isDirty: boolean): void {
	const markDirty = useContext(UnsavedContext);
	useEffect(() => {
		markDirty(section, isDirty);
		return () => markDirty(section, false);
	}, [markDirty, section, isDirty]);
}

/** Asks before a page with something unsaved is left for another of the application; each section asks before it is closed. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
	const { t } = useLingui();
	const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
	const markDirty = useMemo(
		() => (section: string, isDirty: boolean) =>
			setDirty((before) => {
				if (before.has(section) === isDirty) return before;
				const next = new Set(before);
				if (isDirty) next.add(section);
				else next.delete(section);
				return next;
			}),
		[],
	);
	const isDirty = dirty.size > 0;
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
	);
	return (
		<UnsavedContext value={markDirty}>
			{children}
			<ConfirmDialog
				isOpen={blocker.state === 'blocked'}
				onClose={() => blocker.reset?.()}
				title={t`Leave without saving?`}
				description={t`Your unsaved changes will be lost.`}
				confirmLabel={<Trans>Leave</Trans>}
				cancelLabel={<Trans>Stay</Trans>}
				onConfirm={() => blocker.proceed?.()}
			/>
		</UnsavedContext>
	);
}

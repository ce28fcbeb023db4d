import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { type SavingState, useSavingState } from '../edit/autosave.tsx';

/** The state that matters most when sections differ. */
const order: SavingState[] = ['conflict', 'offline', 'refused', 'saving', 'waiting', 'saved'];

/** The state of all sections together. */
export function stateOfAll(states: Readonly<Record<string, SavingState>>): SavingState {
	const all = Object.values(states);
	return order.find((one) => all.includes(one)) ?? 'saved';
}

/**
 * Whether what was typed is saved, in a line that screen readers read when it changes.
 * @param said in the place of the time while everything is saved; empty: the time
 */
export function SavingLine({ savedAt, said = '' }: { savedAt: string; said?: string }) {
	const formats = useFormats();
	const { states } = useSavingState();
	const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
	const state = stateOfAll(states);
	const isTrouble = state === 'conflict' || state === 'offline' || state === 'refused';
	return (
		<p role="status" className={isTrouble ? 'text-sm text-danger' : 'text-sm text-muted'}>
			{state === 'conflict' ? (
				<Trans>Not saved: someone else changed this event.</Trans>
			) : state === 'offline' ? (
				<Trans>Not saved: no connection. Kept on this device.</Trans>
			) : state === 'refused' ? (
				<Trans>Not saved: check the fields marked red.</Trans>
			) : state === 'saved' && said ? (
				said
			) : state === 'saved' ? (
				<Trans>Saved {formats.time(savedAt, zone)}</Trans>
			) : (
				<Trans>Saving…</Trans>
			)}
		</p>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { LogIn, LogOut } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';

/** Which list, which gate, in or out: each only where the event has more than one way. */
export function PlaceControls(props: { door: Door; session: DoorSession; view: SessionView }) {
	const { door, session, view } = props;
	const { t } = useLingui();
	const { setup, list } = view;
	if (!setup) return null;
	const hasLists = setup.lists.length > 1;
	const hasGates = setup.gates.length > 0 && setup.gateId === null;
	if (!hasLists && !hasGates && !list?.countsExits) return null;
	return (
		<div className="flex flex-wrap items-end gap-3">
			{hasLists ? (
				<Choice label={t`List`} value={list?.id ?? ''} onChange={(id) => session.choose({ listId: id })}>
					{setup.lists.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</Choice>
			) : null}
			{hasGates ? (
				<Choice
					label={t`Gate`}
					value={view.gateId ?? ''}
					onChange={(id) => session.choose({ gateId: id || null })}
				>
					<option value="">{t`No gate`}</option>
					{setup.gates.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</Choice>
			) : null}
			{list?.countsExits ? (
				<fieldset className="flex w-full gap-1 rounded-md bg-sunken p-1 sm:w-auto">
					<legend className="sr-only">
						<Trans>Direction</Trans>
					</legend>
					{(['in', 'out'] as const).map((direction) => (
						<Button
							key={direction}
							variant={door.direction === direction ? 'primary' : 'ghost'}
							icon={direction === 'in' ? LogIn : LogOut}
							aria-pressed={door.direction === direction}
							className="min-h-12 flex-1 sm:min-h-11"
							onClick={() => door.setDirection(direction)}
						>
							{direction === 'in' ? t`In` : t`Out`}
						</Button>
					))}
				</fieldset>
			) : null}
		</div>
	);
}

function Choice(props: {
	label: string;
	value: string;
	onChange: (value: string) => void;
	children: React.ReactNode;
}) {
	const id = useId();
	return (
		<div className="flex min-w-0 flex-1 basis-32 flex-col gap-1 text-sm font-medium">
			<label htmlFor={id}>{props.label}</label>
			<select
				id={id}
				className="input min-h-11"
				value={props.value}
				onChange={(event) => props.onChange(event.target.value)}
			>
				{props.children}
			</select>
		</div>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, LogIn, LogOut } from 'lucide-react';
import { useId } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorSession } from '../offline/door-session.ts';
import type { DoorListSetup } from '../offline/model.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { Door } from '../use-door.ts';
import { hourText } from '../verdict-texts.ts';

const optionOf = ({ id, name }: { id: string; name: string }) => (
	<option key={id} value={id}>
		{name}
	</option>
);

/** Which list, which gate, in or out: each only where the event has more than one way. */
export function PlaceControls(props: { door: Door; session: DoorSession; view: SessionView }) {
	const { door, session, view } = props;
	const { t } = useLingui();
	const { setup, list } = view;
	if (!setup) return null;
	const hasLists = setup.lists.length > 1;
	const hasGates = setup.gates.length > 0 && setup.gateId === null;
	const hours = list ? <ListHours list={list} timeZone={setup.event.timeZone} /> : null;
	if (!hasLists && !hasGates && !list?.countsExits) return hours;
	return (
		<div className="flex flex-wrap items-end gap-3">
			{hours}
			{hasLists ? (
				<Choice label={t`List`} value={list?.id ?? ''} onChange={(id) => session.choose({ listId: id })}>
					{setup.lists.map(optionOf)}
				</Choice>
			) : null}
			{hasGates ? (
				<Choice
					label={t`Gate`}
					value={view.gateId ?? ''}
					onChange={(id) => session.choose({ gateId: id || null })}
				>
					<option value="">{t`No gate`}</option>
					{setup.gates.map(optionOf)}
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

/** Before the first guest is refused for it: this entrance is not open yet, or no more. */
function ListHours({ list, timeZone }: { list: DoorListSetup; timeZone: string }) {
	const formats = useFormats();
	const { opensAt, closesAt } = list;
	const nowMs = Date.now();
	const isEarly = opensAt !== null && nowMs < Date.parse(opensAt);
	const isLate = closesAt !== null && nowMs >= Date.parse(closesAt);
	const time = (at: string | null) => (at === null ? '' : hourText(at, timeZone, formats));
	return (
		<p
			role="status"
			className="flex basis-full items-center gap-2 text-sm font-medium text-warning empty:hidden"
		>
			{isEarly || isLate ? <Icon icon={Clock} size={20} /> : null}
			{isEarly ? (
				<Trans>This entrance opens at {time(opensAt)}. Tickets are refused until then.</Trans>
			) : isLate ? (
				<Trans>This entrance closed at {time(closesAt)}. Tickets are refused.</Trans>
			) : null}
		</p>
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

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { changeRows } from '#app/ui/change-rows.ts';
import { ComboBoxField } from '#app/ui/combo-box-field.tsx';
import type { FieldProps } from '#app/ui/field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { type EventName, useEventNames, useEventSearch } from './event-search.ts';

/** The option that stands for no choice; no id of an event. */
const NO_EVENT = 'none';

interface EventPickerProps extends FieldProps {
	organisation: string;
	value: string | null;
	onChange: (event: EventName | null) => void;
	/** What no event is called, as "All events"; without it one is to be chosen. */
	noEvent?: string;
	/** Not offered, since they are chosen already. */
	without?: readonly string[];
	isDisabled?: boolean;
	className?: string;
}

/** One event of an organisation, found on the server by words of its title, however many there are. */
export function EventPicker(props: EventPickerProps) {
	const { organisation, value, onChange, noEvent, without = [], ...rest } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const nameOf = useNameOf();
	const [isOpened, setIsOpened] = useState(false);
	const [typed, setTyped] = useState('');
	const [picked, setPicked] = useState<EventName | null>(null);
	/** For a moment after a choice: a list closes when its value changes, also where what is chosen is shown elsewhere. */
	const [latest, setLatest] = useState<string | null>(null);
	useEffect(() => {
		if (latest !== null) setLatest(null);
	}, [latest]);
	const found = useEventSearch(organisation, typed, isOpened);
	const known = [picked, ...(found.data ?? [])].find((event) => event?.id === value);
	const named = useEventNames(organisation, value !== null && !known ? [value] : []);
	const chosen = known ?? named.data?.find(({ id }) => id === value);
	const events = (found.data ?? []).filter(({ id }) => id === value || !without.includes(id));
	const isAllOffered = noEvent !== undefined && typed === '';
	const unnamed = named.isPending ? t`Loading…` : t`Deleted event`;
	return (
		<ComboBoxField
			{...rest}
			value={value ?? latest ?? (noEvent === undefined ? null : NO_EVENT)}
			valueLabel={value === null ? noEvent : chosen ? nameOf(chosen) : unnamed}
			placeholder={t`Type to search events`}
			options={[
				...(isAllOffered ? [{ id: NO_EVENT, label: noEvent }] : []),
				...events.map((event) => ({ id: event.id, label: nameOf(event) })),
			]}
			search={{
				onSearch: setTyped,
				isLoading: found.isLoading,
				onLoadMore: found.hasNextPage ? () => void found.fetchNextPage() : undefined,
			}}
			onOpen={() => setIsOpened(true)}
			onChange={(id) => {
				const event = events.find((one) => one.id === id) ?? null;
				setPicked(event);
				setLatest(event?.id ?? null);
				onChange(event);
			}}
			noMatch={
				found.error ? (
					errorText(found.error)
				) : typed === '' && without.length > 0 ? (
					<Trans>No other events</Trans>
				) : typed === '' ? (
					<Trans>No events yet</Trans>
				) : (
					<Trans>No event matches. Try another word of its title.</Trans>
				)
			}
		/>
	);
}

/** Several events of an organisation: those of a key, a member, a connection or a report, and one more to look for. */
export function EventsPicker(props: {
	organisation: string;
	label: string;
	chosen: readonly string[];
	onChange: (chosen: string[]) => void;
	/** How many can be chosen. */
	most: number;
	error?: string | undefined;
	className?: string;
}) {
	const { organisation, label, chosen, onChange, most } = props;
	const { t } = useLingui();
	const nameOf = useNameOf();
	const [picked, setPicked] = useState<readonly EventName[]>([]);
	const named = useEventNames(
		organisation,
		chosen.filter((id) => !picked.some((event) => event.id === id)),
	);
	const known = new Map([...(named.data ?? []), ...picked].map((event) => [event.id, event]));
	const isFull = chosen.length >= most;
	const list = useRef<HTMLUListElement>(null);
	const box = useRef<HTMLDivElement>(null);
	/** When the last one is gone, the focus goes where one is looked for. */
	const remove = (id: string) => {
		changeRows(list.current, chosen.indexOf(id), () => onChange(chosen.filter((one) => one !== id)));
		if (!list.current) box.current?.querySelector('input')?.focus();
	};
	return (
		<div ref={box} className={props.className ?? 'flex flex-col gap-3'}>
			<EventPicker
				organisation={organisation}
				label={label}
				value={null}
				without={chosen}
				isDisabled={isFull}
				error={props.error}
				hint={
					isFull
						? t`${plural(most, { one: '# event can be chosen.', other: '# events can be chosen.' })}`
						: undefined
				}
				onChange={(event) => {
					if (!event) return;
					setPicked((old) => [...old, event]);
					onChange([...chosen, event.id]);
				}}
			/>
			{chosen.length > 0 ? (
				<ul
					ref={list}
					aria-label={t`Chosen events`}
					className="flex max-h-60 flex-col overflow-y-auto rounded-md border"
				>
					{chosen.map((id) => {
						const event = known.get(id);
						const name = event ? nameOf(event) : named.isPending ? t`Loading…` : t`Deleted event`;
						return (
							<li key={id} className="flex min-h-11 items-center gap-2 ps-3 pe-1 text-sm">
								<bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</bdi>
								<IconButton
									data-row-start
									icon={X}
									size="sm"
									label={t`Remove ${name}`}
									onClick={() => remove(id)}
								/>
							</li>
						);
					})}
				</ul>
			) : null}
		</div>
	);
}

/** Events of one title are distinguished by their day. */
function useNameOf() {
	const formats = useFormats();
	return ({ title, startsAt, timeZone }: EventName) => `${title} · ${formats.date(startsAt, timeZone)}`;
}

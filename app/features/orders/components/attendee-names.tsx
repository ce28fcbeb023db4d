import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { fieldNames } from '../registration-answer.ts';

/** More than this many names are easier to write on the tickets afterwards. */
const MOST_FIELDS = 20;

/** A name for each ticket, folded away: optional now, and possible later. Nothing for an order of one. */
export function AttendeeNames(props: {
	/** Without add-ons: those let nobody in. */
	types: readonly TicketType[];
	quantities: Record<string, number>;
	defaultNames: Record<string, string>;
	errors: Record<string, string>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const places = props.types.flatMap((type) => {
		const count = (props.quantities[type.id] ?? 0) * type.admits;
		return Array.from({ length: count }, (_, index) => ({
			field: fieldNames.attendee(type.id, index),
			type: type.name,
		}));
	});
	if (places.length < 2 || places.length > MOST_FIELDS) return null;
	const hasTyped = Object.values(props.defaultNames).some((name) => name !== '');
	return (
		<details className="group rounded-lg border border-hairline" open={hasTyped || undefined}>
			<summary className="flex min-h-12 items-center justify-between gap-3 px-4 text-sm font-medium">
				<Trans>Attendee names</Trans>
				<span className="font-normal text-muted">
					<Trans>optional</Trans>
				</span>
			</summary>
			<div className="flex flex-col gap-4 px-4 pb-4">
				<p className="text-sm text-muted">
					<Trans>Blank tickets use your name. You can change this later.</Trans>
				</p>
				{places.map((place, index) => (
					<TextField
						key={place.field}
						label={t`Ticket ${formats.number(index + 1)}: ${place.type}`}
						name={place.field}
						autoComplete="off"
						maxLength={200}
						dir="auto"
						defaultValue={props.defaultNames[place.field]}
						error={props.errors[place.field]}
					/>
				))}
			</div>
		</details>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Money } from '#app/ui/money.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ChangeObstacle, ChangeOptions } from '#shared/contracts/order-changes.ts';
import { useFormats } from './format.ts';

type Options = Pick<ChangeOptions, 'tickets' | 'currency' | 'add'>;

/** A choice of ticket type for each ticket of an order, as its buyer and its organiser make it. */
export function TicketTypeChoice(props: {
	options: Options;
	attendees: readonly { id: string; name: string; ticketTypeName: string }[];
	/** By ticket; one that stays as it is has none. */
	types: Record<string, string>;
	onChange: (types: Record<string, string>) => void;
	obstacleText: (obstacle: ChangeObstacle) => string;
	/** The text about the difference when a ticket is cheaper. */
	lessText: (amount: string) => string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { options, attendees, types, onChange } = props;
	const money = (minor: number) => formats.money(minor, options.currency);
	function choose(attendeeId: string, ticketTypeId: string) {
		const { [attendeeId]: _, ...others } = types;
		onChange(ticketTypeId === '' ? others : { ...others, [attendeeId]: ticketTypeId });
	}
	const differenceText = (minor: number) =>
		minor > 0 ? `+${money(minor)}` : minor < 0 ? props.lessText(money(-minor)) : t`same price`;
	return options.tickets.map(({ attendeeId, obstacle, options: choices, priceMinor }) => {
		const ticket = attendees.find(({ id }) => id === attendeeId);
		const typeName = ticket?.ticketTypeName ?? '';
		const label = (
			<>
				<bdi>{ticket?.name || t`Guest`}</bdi> · <bdi>{typeName}</bdi>
			</>
		);
		return obstacle || choices.length === 0 ? (
			<div key={attendeeId} className="text-sm [overflow-wrap:anywhere]">
				<p className="font-medium">{label}</p>
				<p className="text-muted">
					{obstacle ? props.obstacleText(obstacle) : <Trans>There is no other ticket to choose.</Trans>}
				</p>
			</div>
		) : (
			<Select
				key={attendeeId}
				label={label}
				value={types[attendeeId] ?? ''}
				onChange={(event) => choose(attendeeId, event.target.value)}
				options={[
					{ value: '', label: t`Keep ${typeName} (${money(priceMinor)})` },
					...choices.map((choice) => ({
						value: choice.ticketTypeId,
						label: `${choice.name} · ${choice.left === 0 ? t`sold out` : differenceText(choice.differenceMinor)}`,
						isDisabled: choice.left === 0,
					})),
				]}
			/>
		);
	});
}

/** Further tickets and add-ons, each with a number. */
export function TicketAdditions(props: {
	options: Options;
	added: Record<string, number>;
	onChange: (added: Record<string, number>) => void;
	/** More than that of one type are added in a second change. */
	most: number;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { options, added, onChange, most } = props;
	if (options.add.length === 0) return null;
	function set(id: string, quantity: number) {
		const { [id]: _, ...others } = added;
		onChange(quantity > 0 ? { ...others, [id]: Math.floor(quantity) } : others);
	}
	return (
		// Folded: what the change costs stands below it.
		<details className="rounded-lg border border-hairline">
			<summary className="cursor-pointer p-3 text-sm font-medium">
				{options.add.every(({ isAddOn }) => isAddOn) ? t`Add extras` : t`Add tickets`}
			</summary>
			<ul className="flex flex-col divide-y divide-hairline border-t border-hairline">
				{options.add.map(({ ticketTypeId, name, differenceMinor, left }) => (
					<li key={ticketTypeId} className="flex flex-wrap items-center justify-between gap-3 p-3">
						<p className="min-w-0 flex-1 basis-30 [overflow-wrap:anywhere]">
							<span className="font-medium" dir="auto">
								{name}
							</span>
							<br />
							<Money className="text-sm text-muted">
								{differenceMinor === 0 ? t`Free` : formats.money(differenceMinor, options.currency)}
							</Money>
						</p>
						{left === 0 ? (
							<span className="text-sm text-muted">{t`Sold out`}</span>
						) : (
							<TextField
								label={t`Quantity, ${name}`}
								isLabelHidden
								type="number"
								inputMode="numeric"
								min={0}
								max={Math.min(left ?? most, most)}
								value={added[ticketTypeId] ?? 0}
								onFocus={(event) => event.target.select()}
								onChange={(event) =>
									set(ticketTypeId, Math.min(event.target.valueAsNumber || 0, left ?? most, most))
								}
								className="w-20 flex-none"
							/>
						)}
					</li>
				))}
			</ul>
		</details>
	);
}

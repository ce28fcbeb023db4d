import { Trans, useLingui } from '@lingui/react/macro';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useSection } from '#app/lib/use-section.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type DoorWay, doorWays, MOST_ALLOTTED } from '#shared/rules/door-sales.ts';
import { useDoorSaleSettings, useSaveDoorSaleSettings } from '../api.ts';

interface SettingsProps {
	event: PublicEvent;
}

/** How an event sells at the door: which tickets, in which ways, and how much without a network. */
export function SalesSettings({ event }: SettingsProps) {
	const { t } = useLingui();
	const settings = useDoorSaleSettings(event.id);
	if (settings.data)
		return (
			<SettingsForm
				event={event}
				saved={settings.data}
				onReload={async () => {
					await settings.refetch();
				}}
			/>
		);
	if (settings.isPending) return <Skeleton className="h-96" />;
	return <LoadFailed title={t`Couldn’t load the settings.`} onRetry={settings.refetch} />;
}

function SettingsForm(props: SettingsProps & { saved: DoorSaleSettings; onReload: () => Promise<void> }) {
	const { t, i18n } = useLingui();
	const { event, saved, onReload } = props;
	const save = useSaveDoorSaleSettings(event.id);
	const types = useTicketTypes(event.id).data?.data;
	const may = (permission: 'orders.manage' | 'staff_links.manage') =>
		event.organisation?.permissions.includes(permission) ?? false;
	const section = useSection({
		saved,
		// Settings have no version: the last to save wins.
		version: 0,
		async reload() {
			await onReload();
			return { version: 0 };
		},
		async write(_, values) {
			// A type that was deleted since is left out.
			const ticketTypeIds =
				values.ticketTypeIds?.filter((id) => !types || types.some((type) => type.id === id)) ?? null;
			const all = { ...values, ticketTypeIds };
			const details = [
				...(all.ticketTypeIds?.length === 0
					? [
							{
								field: 'ticketTypeIds',
								message: t`Choose at least one ticket type.`,
								code: 'VALIDATION_FAILED' as const,
							},
						]
					: []),
				...(all.ways.length === 0
					? [
							{
								field: 'ways',
								message: t`Choose at least one payment method.`,
								code: 'VALIDATION_FAILED' as const,
							},
						]
					: []),
			];
			if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details });
			await save(all);
			return undefined;
		},
	});
	const { values, set, problem } = section;
	const most = i18n.number(MOST_ALLOTTED);
	return (
		<SectionCard
			size="lg"
			id="settings"
			title={t`Door sales`}
			description={t`Staff sell tickets on the scanner’s page, with a link that has the permission “Sell tickets at the door”.`}
			section={section}
			isEditable={may('orders.manage')}
			lockedReason={t`Only members who can manage orders can change this.`}
		>
			{may('staff_links.manage') && may('orders.manage') ? (
				<div>
					<ButtonLink to="?tab=links&new=sales" variant="outline">
						<Trans>Create a staff link with door sales</Trans>
					</ButtonLink>
				</div>
			) : null}
			<TypesField
				types={types ?? []}
				chosen={values.ticketTypeIds}
				onChange={(ticketTypeIds) => set({ ticketTypeIds })}
				error={problem('ticketTypeIds')}
			/>
			<WaysField chosen={values.ways} onChange={(ways) => set({ ways })} error={problem('ways')} />
			<NumberStepper
				label={t`Offline tickets per device`}
				name="allotmentSize"
				hint={t`Up to ${most} of each type, at most a tenth of what is left; 0 = no offline sales. Reserved tickets aren’t on sale elsewhere, so no ticket is sold twice. Offline sales are cash only.`}
				value={values.allotmentSize}
				onChange={(allotmentSize) => set({ allotmentSize })}
				min={0}
				max={MOST_ALLOTTED}
				error={problem('allotmentSize')}
			/>
		</SectionCard>
	);
}

/** In the order of `all`, so that the same choice is the same list. */
const toggle = <T extends string>(all: readonly T[], chosen: readonly T[], one: T, isOn: boolean): T[] =>
	all.filter((other) => (other === one ? isOn : chosen.includes(other)));

function TypesField(props: {
	types: readonly TicketType[];
	chosen: string[] | null;
	onChange: (chosen: string[] | null) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const { types, chosen, onChange, error } = props;
	const ids = types.map(({ id }) => id);
	return (
		<div className="flex flex-col gap-4">
			<RadioGroup
				label={t`Ticket types sold at the door`}
				name="which"
				value={chosen === null ? 'public' : 'chosen'}
				onChange={(change) =>
					onChange(
						change.currentTarget.value === 'public'
							? null
							: types.filter(({ organiser }) => !organiser?.isHidden).map(({ id }) => id),
					)
				}
				options={[
					{
						value: 'public',
						label: t`Ticket types on the public page`,
						description: t`Also after their sales have ended, until the event is over.`,
					},
					{
						value: 'chosen',
						label: t`Chosen ticket types`,
						description: t`Also while they are hidden or closed on the public page, such as an evening ticket.`,
					},
				]}
			/>
			{chosen === null ? null : (
				<fieldset className="flex flex-col gap-3 ps-7" aria-describedby={error && 'door-types-error'}>
					<legend className="mb-2 text-sm font-medium">
						<Trans>Ticket types</Trans>
					</legend>
					{types.map(({ id, name, organiser }) => (
						<Checkbox
							key={id}
							label={<span dir="auto">{name}</span>}
							hint={organiser?.isHidden ? t`Hidden on the public page` : undefined}
							checked={chosen.includes(id)}
							onChange={(change) => onChange(toggle(ids, chosen, id, change.target.checked))}
						/>
					))}
					{types.length === 0 ? (
						<p className="text-sm text-muted">
							<Trans>This event has no ticket types yet.</Trans>
						</p>
					) : null}
					<FieldError id="door-types-error">{error}</FieldError>
				</fieldset>
			)}
		</div>
	);
}

function WaysField(props: {
	chosen: DoorWay[];
	onChange: (chosen: DoorWay[]) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const { chosen, onChange, error } = props;
	const labels: Record<DoorWay, { label: string; hint: string }> = {
		cash: {
			label: t`Cash`,
			hint: t`The cash of each device is counted when its drawer is opened and when it is closed.`,
		},
		card: {
			label: t`Card on the guest’s phone`,
			hint: t`Guests scan a QR code and pay on their own phone. You need a payment account.`,
		},
		transfer: {
			label: t`Bank transfer`,
			hint: t`Guests scan a QR code with their banking app. The tickets are valid once the money has arrived.`,
		},
	};
	return (
		<fieldset className="flex flex-col gap-3" aria-describedby={error && 'door-ways-error'}>
			<legend className="mb-2 text-sm font-medium">
				<Trans>Payment methods</Trans>
			</legend>
			{doorWays.map((way) => (
				<Checkbox
					key={way}
					{...labels[way]}
					checked={chosen.includes(way)}
					onChange={(change) => onChange(toggle(doorWays, chosen, way, change.target.checked))}
				/>
			))}
			<FieldError id="door-ways-error">{error}</FieldError>
		</fieldset>
	);
}

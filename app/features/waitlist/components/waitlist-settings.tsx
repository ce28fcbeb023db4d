import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useReloadEvent, useSaveEvent } from '#app/features/events/api.ts';
import { useSection } from '#app/lib/use-section.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { WaitlistMode } from '#shared/rules/waitlist.ts';

const OFFER_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];

/** Who offers tickets that become available, and how long an offer holds them. */
export function WaitlistSettings({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { mutateAsync: save } = useSaveEvent(event);
	const section = useSection({
		saved: { waitlistMode: event.waitlistMode, waitlistOfferHours: event.waitlistOfferHours },
		version: event.version,
		reload: useReloadEvent(event),
		async write(changes, _, version) {
			const { warnings } = await save({ changes, version });
			return warnings?.map(({ message }) => message);
		},
	});
	const { values, set, problem } = section;
	return (
		<SectionCard
			size="lg"
			id="settings"
			title={t`Waitlist`}
			description={t`Guests join it on the event page when tickets are sold out.`}
			section={section}
			isEditable={event.organisation?.permissions.includes('events.edit') ?? false}
			lockedReason={t`Only members who can edit the event can change this.`}
		>
			<RadioGroup
				label={t`Tickets that become available`}
				name="waitlistMode"
				value={values.waitlistMode}
				onChange={(change) => set({ waitlistMode: change.currentTarget.value as WaitlistMode })}
				error={problem('waitlistMode')}
				options={[
					{
						value: 'auto',
						label: t`Offer tickets automatically`,
						description: t`The first in line gets an email, and the tickets are held for them.`,
					},
					{
						value: 'manual',
						label: t`I offer them myself`,
						description: t`The tickets are held back until you choose who gets them.`,
					},
					{
						value: 'off',
						label: t`No waitlist`,
						description: t`They go back on sale.`,
					},
				]}
			/>
			{values.waitlistMode === 'off' ? null : (
				<Select
					label={t`An offer holds for up to`}
					name="waitlistOfferHours"
					value={values.waitlistOfferHours}
					onChange={(change) => set({ waitlistOfferHours: Number(change.target.value) })}
					options={[...new Set([...OFFER_HOURS, values.waitlistOfferHours])]
						.sort((a, b) => a - b)
						.map((hours) => ({
							value: String(hours),
							label: t`${plural(hours, { one: '# hour', other: '# hours' })}`,
						}))}
					className="max-w-60"
					error={problem('waitlistOfferHours')}
					hint={t`Less when the event is near. Hours of the night don’t count.`}
				/>
			)}
		</SectionCard>
	);
}

import { useLingui } from '@lingui/react/macro';
import { useRefusals } from '#app/features/events/changes-api.ts';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { fieldProps } from '../field-props.ts';
import { useEventSection } from './use-event-section.tsx';

/** Latitude and longitude as maps give them: `52.52, 13.405`; null for nothing, undefined for what is no point. */
export function readPoint(text: string): { latitude: number; longitude: number } | null | undefined {
	if (text.trim() === '') return null;
	const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
	if (!match) return undefined;
	const [latitude, longitude] = [Number(match[1]), Number(match[2])];
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

export function PlaceSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { venue } = event;
	const wrongPoint = t`Enter latitude and longitude, e.g. 52.5200, 13.4050.`;
	const section = useEventSection(
		event,
		{
			format: event.format,
			venueName: venue.name,
			address: venue.address,
			city: venue.city,
			region: venue.region,
			countryCode: venue.countryCode,
			point:
				venue.latitude === null || venue.longitude === null ? '' : `${venue.latitude}, ${venue.longitude}`,
			onlineUrl: event.organisation?.onlineUrl ?? '',
		},
		({ point, ...changes }) => {
			const at = point === undefined ? undefined : readPoint(point);
			if (at === undefined) return changes;
			return { ...changes, latitude: at?.latitude ?? null, longitude: at?.longitude ?? null };
		},
		({ point }) => (readPoint(point) === undefined ? { field: 'point', message: wrongPoint } : undefined),
	);
	const refusal = useRefusals(event)('event.place');
	const { values, set, problem } = section;
	const countries = useCountryOptions();
	const isPointWrong = readPoint(values.point) === undefined;
	const locked = refusal !== undefined;
	const field = fieldProps(section);
	const text = (name: 'venueName' | 'address' | 'city' | 'region' | 'point' | 'onlineUrl') => ({
		...field(name),
		isOptional: true,
		// Guests still need the link when the rest is settled.
		disabled: locked && name !== 'onlineUrl',
	});
	return (
		<SectionCard
			size="lg"
			id="place"
			title={t`Location`}
			chosen={
				values.format === 'online'
					? t`Online`
					: [values.venueName, values.city].filter(Boolean).join(', ') || t`Location TBA`
			}
			section={isPointWrong ? { ...section, isDirty: false } : section}
		>
			{refusal ? <p className="text-sm text-muted">{refusal}</p> : null}
			<RadioGroup
				label={t`Event format`}
				name="format"
				value={values.format}
				disabled={locked}
				onChange={(change) => set({ format: change.currentTarget.value as PublicEvent['format'] })}
				options={[
					{ value: 'in_person', label: t`In person` },
					{ value: 'online', label: t`Online` },
					{ value: 'hybrid', label: t`Hybrid` },
				]}
			/>
			{values.format === 'online' ? null : (
				<>
					<TextField label={t`Venue`} maxLength={200} dir="auto" {...text('venueName')} />
					<TextField label={t`Address`} maxLength={500} dir="auto" {...text('address')} />
					<div className="grid gap-5 sm:grid-cols-3">
						<TextField label={t`City`} maxLength={120} dir="auto" {...text('city')} />
						<TextField label={t`Region`} maxLength={120} dir="auto" {...text('region')} />
						<Select
							label={t`Country`}
							{...field('countryCode')}
							disabled={locked}
							placeholder="–"
							options={countries}
							isOptional
						/>
					</div>
					<TextField
						label={t`Map pin`}
						{...text('point')}
						error={isPointWrong ? wrongPoint : (problem('latitude') ?? problem('longitude'))}
						hint={t`Paste coordinates to place the pin exactly, e.g. 52.5200, 13.4050.`}
					/>
				</>
			)}
			{values.format === 'in_person' ? null : (
				<TextField
					label={t`Meeting link`}
					type="url"
					inputMode="url"
					{...text('onlineUrl')}
					hint={t`Shown to registered guests only`}
				/>
			)}
		</SectionCard>
	);
}

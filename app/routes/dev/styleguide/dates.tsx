import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';
import { Section } from './section.tsx';

function When() {
	const [start, setStart] = useState<string | null>('2027-03-14T19:30');
	const [end, setEnd] = useState<string | null>(null);
	const [zone, setZone] = useState<string | null>('Europe/Berlin');
	return (
		<Form className="grid gap-4 sm:grid-cols-2">
			<DateTimeField
				label="Start"
				name="startsAtLocal"
				value={start}
				onChange={setStart}
				hint="Wall time at the venue."
			/>
			<DateTimeField
				label="End"
				name="endsAtLocal"
				value={end}
				onChange={setEnd}
				min={start ?? undefined}
				error={end && start && end < start ? 'The end is before the start.' : undefined}
			/>
			<TimeZoneField label="Time zone" name="timeZone" value={zone} onChange={setZone} />
			<DateTimeField label="Last day of sale" kind="date" value={start} onChange={setStart} isOptional />
			<output className="text-compact text-muted" data-values="">
				{start} {end} {zone}
			</output>
		</Form>
	);
}

export function Dates() {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Section title="Dates">
			<When />
			<div>
				<Button variant="outline" data-open="dates" onClick={() => setIsOpen(true)}>
					The same in a dialog
				</Button>
			</div>
			<Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="When" size="lg">
				<When />
			</Dialog>
		</Section>
	);
}

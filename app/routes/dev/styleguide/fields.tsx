import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Form } from '#app/ui/form.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { Section } from './section.tsx';

const VISIBILITY = [
	{ value: 'public', label: 'Public', description: 'Listed, and anyone can find it.' },
	{ value: 'unlisted', label: 'Unlisted', description: 'Only people with the link.' },
];

export function Fields() {
	const [count, setCount] = useState(2);
	const [errors, setErrors] = useState<FormError[]>([]);
	return (
		<Section title="Fields">
			<div className="grid gap-8 md:grid-cols-2">
				<Form
					onSubmit={(event) => {
						event.preventDefault();
						setErrors([
							{ name: 'title', message: 'Please enter a title.' },
							{ name: 'email', message: 'Please enter a valid email address.' },
						]);
					}}
					errors={errors}
				>
					<TextField
						label="Title"
						name="title"
						error={errors.length ? 'Please enter a title.' : undefined}
						hint="What people will call it."
					/>
					<TextField
						label="Email"
						name="email"
						type="email"
						autoComplete="email"
						defaultValue="ada@exam"
						error={errors.length ? 'Please enter a valid email address.' : undefined}
					/>
					<TextField
						label="Price"
						name="price"
						prefix="€"
						inputMode="decimal"
						suffix="per ticket"
						defaultValue="12.50"
					/>
					<Select
						label="Category"
						name="category"
						placeholder="Choose one"
						options={optionsOf({ music: 'Music', tech: 'Technology' })}
					/>
					<TextArea label="Description" name="description" isOptional />
					<Button type="submit" className="self-start">
						Save
					</Button>
				</Form>
				<Form size="lg">
					<TextField label="Name" name="name" autoComplete="name" />
					<TextField label="Read only" defaultValue="ABC-123" readOnly />
					<TextField label="Disabled" defaultValue="Not now" disabled />
					<RadioGroup
						label="Who can see it"
						name="visibility"
						look="cards"
						defaultValue="public"
						options={VISIBILITY}
					/>
					<RadioGroup
						label="Priority"
						name="priority"
						defaultValue="medium"
						options={[
							{ value: 'low', label: 'Low' },
							{ value: 'medium', label: 'Medium' },
							{ value: 'high', label: 'High', isDisabled: true },
						]}
					/>
					<Checkbox label="Send me a reminder the day before" name="remind" defaultChecked />
					<Checkbox label="Some of them" isIndeterminate hint="Three of ten guests are chosen." />
					<Checkbox label="I accept the terms" error="Please accept the terms." />
					<Switch label="Show the guest list" hint="Names only, never addresses." defaultChecked />
					<NumberStepper label="Tickets" value={count} onChange={setCount} min={0} max={10} />
					<SearchField label="Search guests" shortcut="/" />
					<DateField label="From" />
					<FileField label="Cover" accept="image/*" note="PNG, JPG, GIF up to 5 MB" onFiles={() => {}} />
					<Switch label="Ask for approval" />
				</Form>
			</div>
		</Section>
	);
}

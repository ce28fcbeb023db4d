/**
 * The optional texts of an attendee, beside name and email. A field is defined here once: contracts, forms, statements, exports, the
 * check-in list and erasure follow from it (docs/adding.md). Its column in `attendees` has the same name and is `''` when not given.
 */

/** Where a field appears. Every field is in the organiser's form, in exports of the guest list and in imports, and is erased. */
export type FieldView =
	/** Asked of the buyer when they register. */
	| 'registration'
	/** Shown in the organiser's guest list. */
	| 'guest-list'
	/** Sent to check-in devices and shown there. */
	| 'check-in'
	/** Part of what a person takes along of their own data. */
	| 'personal-data';

interface FieldDefinition {
	/** Title of the column in exports. */
	title: string;
	maxLength: number;
	isMultiline: boolean;
	views: readonly FieldView[];
}

export const attendeeFields = {
	notes: { title: 'Notes', maxLength: 2_000, isMultiline: true, views: [] },
} as const satisfies Record<string, FieldDefinition>;

export type AttendeeField = keyof typeof attendeeFields;

/** The fields that appear in a view. */
export type FieldIn<View extends FieldView> = {
	[Field in AttendeeField]: View extends (typeof attendeeFields)[Field]['views'][number] ? Field : never;
}[AttendeeField];

/** Details of an attendee beside name and email. */
export type AttendeeDetails = Record<AttendeeField, string>;

export const attendeeFieldNames = Object.keys(attendeeFields) as AttendeeField[];

/** The names of the fields that appear in a view, in the order of the definition. */
export function fieldsIn<View extends FieldView>(view: View): FieldIn<View>[] {
	return attendeeFieldNames.filter((field): field is FieldIn<View> =>
		(attendeeFields[field].views as readonly FieldView[]).includes(view),
	);
}

/** An object with one value for each field. */
export function mapFields<Field extends AttendeeField, Value>(
	fields: readonly Field[],
	make: (field: Field) => Value,
): Record<Field, Value> {
	return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
}

/** The fields of an object that holds more, `''` where one is missing. */
export function pickDetails(from: Partial<AttendeeDetails>): AttendeeDetails {
	return mapFields(attendeeFieldNames, (field) => from[field] ?? '');
}

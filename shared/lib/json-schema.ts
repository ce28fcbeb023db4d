/** The part of JSON Schema that documents of the API use. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	examples?: unknown[];
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	minimum?: number;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	additionalProperties?: Schema | boolean;
}

/** Any document whose named schemas are its components. */
interface SchemaDocument {
	components?: { schemas?: Record<string, Schema> };
}

/** The schema itself, where it is a reference to a named one. */
export function resolve(document: SchemaDocument, schema: Schema | undefined): Schema | undefined {
	const name = schema?.$ref?.replace('#/components/schemas/', '');
	return name ? document.components?.schemas?.[name] : schema;
}

/** Deeper than this a value has what is required alone, and no items. */
const MOST_DEPTH = 6;

/** A value that a schema takes, to begin from: with all its fields, or with those alone that must be given. */
export function exampleOf(
	document: SchemaDocument,
	given: Schema | undefined,
	options: { isMinimal?: boolean; depth?: number } = {},
): unknown {
	const { isMinimal = false, depth = 0 } = options;
	const within = (schema: Schema | undefined) => exampleOf(document, schema, { isMinimal, depth: depth + 1 });
	const schema = resolve(document, given);
	if (!schema) return null;
	if (schema.const !== undefined) return schema.const;
	if (schema.examples) return schema.examples[0];
	if (schema.default !== undefined) return schema.default;
	if (schema.enum) return schema.enum[0];
	const other = schema.anyOf ?? schema.oneOf;
	// Options that say which fields are needed are no values of their own.
	if (other && !schema.properties) return within(other.find(({ type }) => type !== 'null') ?? other[0]);
	const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
	if (schema.allOf && type !== 'string') return Object.assign({}, ...schema.allOf.map(within));
	if (type === 'object' || schema.properties) {
		const [first, ...others] = other ?? [];
		const required = [...(schema.required ?? []), ...(first?.required ?? [])];
		const excluded = schema.oneOf ? others.flatMap((option) => option.required ?? []) : [];
		const isNeeded = (name: string) => required.includes(name);
		return Object.fromEntries(
			Object.entries(schema.properties ?? {})
				.filter(([name]) => isNeeded(name) || !(isMinimal || depth > MOST_DEPTH || excluded.includes(name)))
				.map(([name, one]) => [name, within(one)]),
		);
	}
	if (type === 'array') {
		const size = schema.minItems ?? (isMinimal || depth > MOST_DEPTH ? 0 : 1);
		return Array.from({ length: size }, () => within(schema.items));
	}
	if (type === 'boolean') return false;
	if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
	return type === 'string' ? exampleText(schema) : null;
}

function exampleText({ format, minLength = 0, maxLength = 4 }: Schema): string {
	if (format === 'uuid') return '0192f3a1-0000-7000-8000-000000000000';
	if (format === 'date-time') return '2027-03-14T19:30:00Z';
	if (format === 'date') return '2027-03-14';
	if (format === 'email') return 'ada@example.org';
	return 'text'.slice(0, maxLength).padEnd(minLength, 'x');
}

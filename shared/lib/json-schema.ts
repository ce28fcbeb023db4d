/** The part of JSON Schema that documents of the API use. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
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

/** A value that a schema would take, to begin from. */
export function exampleOf(document: SchemaDocument, given: Schema | undefined, depth = 0): unknown {
	const schema = resolve(document, given);
	if (!schema || depth > 6) return null;
	if (schema.const !== undefined) return schema.const;
	if (schema.default !== undefined) return schema.default;
	if (schema.enum) return schema.enum[0];
	const other = schema.anyOf ?? schema.oneOf;
	if (other) return exampleOf(document, other.find(({ type }) => type !== 'null') ?? other[0], depth + 1);
	if (schema.allOf) {
		return Object.assign({}, ...schema.allOf.map((one) => exampleOf(document, one, depth + 1) as object));
	}
	const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
	if (type === 'object' || schema.properties) {
		return Object.fromEntries(
			Object.entries(schema.properties ?? {}).map(([name, one]) => [
				name,
				exampleOf(document, one, depth + 1),
			]),
		);
	}
	if (type === 'array') return [exampleOf(document, schema.items, depth + 1)];
	if (type === 'boolean') return false;
	if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
	if (type === 'string') {
		if (schema.format === 'uuid') return '0192f3a1-0000-7000-8000-000000000000';
		if (schema.format === 'date-time') return '2027-03-14T19:30:00Z';
		if (schema.format === 'date') return '2027-03-14';
		if (schema.format === 'email') return 'ada@example.org';
		return 'text';
	}
	return null;
}

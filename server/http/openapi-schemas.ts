import { z } from '#shared/lib/z.ts';

export type Json = Record<string, unknown>;

type Direction = 'input' | 'output';

/**
 * The named schemas, as requests and as answers have them: a field with a default may be left out of the one and is always in the
 * other. References say which until `nameSchemas` knows where both are the same.
 */
export interface NamedSchemas {
	input: Record<string, Json>;
	output: Record<string, Json>;
}

const reference = /^#\/named\/(input|output)\/(.+)$/;

/** Each object and list of a value, `change` applied to its references. */
export function mapReferences(value: unknown, change: (ref: string) => string): unknown {
	if (Array.isArray(value)) return value.map((one) => mapReferences(one, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			key,
			key === '$ref' && typeof inner === 'string' ? change(inner) : mapReferences(inner, change),
		]),
	);
}

/** Writes a schema as JSON Schema 2020-12 (the dialect of OpenAPI 3.1) and files its named parts. */
export function toSchema(schema: z.ZodType, io: Direction, named: NamedSchemas): Json {
	const {
		$schema: _,
		$defs,
		...json
	} = z.toJSONSchema(schema, {
		io,
		unrepresentable: 'any',
		// Answers may get further fields; no client should refuse them.
		override({ jsonSchema }) {
			if (io === 'output' && jsonSchema.additionalProperties === false)
				delete jsonSchema.additionalProperties;
		},
	}) as Json & { $defs?: Json };
	const file = (part: unknown) =>
		mapReferences(part, (ref) => ref.replace('#/$defs/', `#/named/${io}/`)) as Json;
	for (const [name, part] of Object.entries($defs ?? {})) named[io][name] ??= file(part);
	const id = json.id as string | undefined;
	if (id !== undefined) {
		named[io][id] ??= file(json);
		return { $ref: `#/named/${io}/${id}` };
	}
	return file(json);
}

/** Components by name; what a request has in another form than an answer goes by its name with `Input`. */
export function nameSchemas(named: NamedSchemas): {
	schemas: Record<string, Json>;
	rename: (ref: string) => string;
} {
	const inDirection = (part: unknown, io: Direction) =>
		JSON.stringify(mapReferences(part, (ref) => ref.replace(reference, `#/named/${io}/$2`)));
	const others = new Set(
		Object.keys(named.input).filter(
			(name) =>
				named.output[name] &&
				inDirection(named.input[name], 'output') !== inDirection(named.output[name], 'output'),
		),
	);
	// What holds one of them differs as well.
	for (let before = -1; before !== others.size; ) {
		before = others.size;
		for (const [name, part] of Object.entries(named.input)) {
			if (!named.output[name]) continue;
			mapReferences(part, (ref) => {
				const inner = reference.exec(ref)?.[2];
				if (inner !== undefined && others.has(inner)) others.add(name);
				return ref;
			});
		}
	}
	const nameOf = (io: string, name: string) => (io === 'input' && others.has(name) ? `${name}Input` : name);
	const rename = (ref: string) =>
		ref.replace(reference, (_, io: string, name: string) => `#/components/schemas/${nameOf(io, name)}`);
	const schemas: Record<string, Json> = {};
	for (const io of ['output', 'input'] as const)
		for (const [name, part] of Object.entries(named[io]))
			schemas[nameOf(io, name)] ??= mapReferences(part, rename) as Json;
	return { schemas, rename };
}

/**
 * Props of fields that show `values` and write them with `set`, one field by its name.
 * @param form a section of a page, or a draft and what changes it
 */
export const fieldProps =
	<V extends object>(form: {
		values: V;
		set: (part: Partial<V>) => void;
		problem: (name: string) => string | undefined;
	}) =>
	<K extends keyof V & string>(name: K) => ({
		name,
		value: form.values[name],
		onChange: (change: { target: { value: string } }) =>
			form.set({ [name]: change.target.value } as unknown as Partial<V>),
		error: form.problem(name),
	});

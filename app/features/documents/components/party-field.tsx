import { TextField, type TextFieldProps } from '#app/ui/text-field.tsx';

/** The name of a person or a company that a document is issued to. */
export function PartyField(
	props: Pick<TextFieldProps, 'label' | 'autoComplete' | 'required' | 'isOptional'> & {
		name: 'name' | 'company';
		errorOf: (name: string) => string | undefined;
	},
) {
	const { errorOf, ...rest } = props;
	return <TextField {...rest} maxLength={200} error={errorOf(rest.name)} dir="auto" />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';

/** The address of a link: a new one, or one of the text, which can be removed. */
export function LinkDialog(props: {
	/** Of the link at the cursor; empty for a new one. */
	href: string;
	hint: string;
	/** The address as it is stored, or null if the text may not have it. */
	read: (typed: string) => string | null;
	onClose: () => void;
	onLink: (href: string) => void;
	onRemove: () => void;
}) {
	const { href, read } = props;
	const { t } = useLingui();
	const id = useId();
	const [typed, setTyped] = useState(href);
	const [isWrong, setWrong] = useState(false);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		// React hands events of a portal on to its parents, and so to that form.
		event.stopPropagation();
		const target = read(typed.trim());
		setWrong(target === null);
		if (target !== null) props.onLink(target);
	};
	// Outside of the form that the text is a field of: forms cannot be nested.
	return createPortal(
		<Dialog
			isOpen
			onClose={props.onClose}
			title={href ? t`Edit link` : t`Add a link`}
			footer={
				<>
					{href ? (
						<Button variant="outline" onClick={props.onRemove}>
							<Trans>Remove link</Trans>
						</Button>
					) : (
						<Button variant="outline" onClick={props.onClose}>
							<Trans>Cancel</Trans>
						</Button>
					)}
					<Button type="submit" form={id}>
						{href ? <Trans>Save</Trans> : <Trans>Add</Trans>}
					</Button>
				</>
			}
		>
			<form id={id} noValidate onSubmit={submit}>
				<TextField
					label={t`Address`}
					hint={props.hint}
					value={typed}
					maxLength={2_000}
					inputMode="url"
					autoComplete="off"
					dir="ltr"
					error={isWrong ? t`Please enter a valid URL.` : undefined}
					onChange={(event) => {
						setTyped(event.target.value);
						setWrong(false);
					}}
				/>
			</form>
		</Dialog>,
		document.body,
	);
}

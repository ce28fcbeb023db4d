import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { forgetPicture, storePicture, useDraftPicture } from '#app/features/events/draft-picture.ts';
import { newCoverSeed } from '#app/features/events/stored-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { CoverFileField } from '../cover-file-field.tsx';
import { fieldProps } from '../field-props.ts';
import type { DraftFieldsProps } from './group-fields.tsx';

type Problem = 'unreadable' | 'not-stored';

/** A picture of one's own for the cover. It waits in this browser with the draft, and is uploaded with the event. */
export function PictureFields({ draft, onChange, problem }: DraftFieldsProps) {
	const { t } = useLingui();
	const [fault, setFault] = useState<Problem | null>(null);
	const [isReading, setReading] = useState(false);
	const picture = useDraftPicture(draft.picture);
	const field = fieldProps({ values: draft, set: onChange, problem });

	async function choose(file: File) {
		setReading(true);
		const next = await store(file);
		setReading(false);
		if (next.fault) setFault(next.fault);
		else onChange({ picture: next.id });
	}
	function remove() {
		onChange({ picture: '', coverAlt: '' });
		void forgetPicture();
	}
	const faults: Record<Problem, string> = {
		unreadable: t`We couldn’t read this image. Try another file.`,
		'not-stored': t`This browser can’t store images. Save your event as a draft, then add the image in its Cover section.`,
	};
	return (
		<>
			{draft.picture ? (
				<div className="flex flex-wrap items-center gap-4">
					<img
						src={picture ?? undefined}
						alt=""
						className="aspect-16/9 w-44 rounded-md bg-event-wash object-cover"
					/>
					<Button variant="outline" icon={Trash2} onClick={remove}>
						{t`Remove image`}
					</Button>
				</div>
			) : null}
			<CoverFileField
				error={fault ? faults[fault] : undefined}
				isDisabled={isReading}
				onChange={(file) => {
					setFault(null);
					if (file) void choose(file);
				}}
			/>
			<p role="status" className="sr-only">
				{isReading ? <Trans>Loading…</Trans> : draft.picture ? <Trans>Image added</Trans> : null}
			</p>
			{draft.picture ? (
				<TextField
					label={t`Alt text`}
					{...field('coverAlt')}
					maxLength={300}
					hint={t`Describes the image for screen readers`}
					dir="auto"
					isOptional
				/>
			) : null}
		</>
	);
}

/** Stores a picture that this browser can show. */
async function store(file: File): Promise<{ id: string; fault?: Problem }> {
	const id = newCoverSeed();
	try {
		(await createImageBitmap(file)).close();
	} catch {
		return { id, fault: 'unreadable' };
	}
	return (await storePicture(id, file)) ? { id } : { id, fault: 'not-stored' };
}

import { useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { SQUARE_SOURCE_MB } from '#shared/rules/file-sizes.ts';

const CropDialog = lazy(() =>
	import('./crop-dialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })),
);

const MAX_BYTES = SQUARE_SOURCE_MB * 1_000_000;
const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** A picture of somebody's own: cut to a square here and made anew by the server. */
export function PictureCard(props: {
	id: string;
	title: string;
	description?: string;
	/** The picture of now, or what stands for it. */
	children: ReactNode;
	hasPicture: boolean;
	labels: { add: string; replace: string; remove: string };
	shape: 'circle' | 'square';
	upload: UseMutationResult<unknown, Error, Blob>;
	remove: UseMutationResult<unknown, Error, void>;
	isEditable?: boolean;
}) {
	const { hasPicture, labels, upload, remove, isEditable = true } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const [file, setFile] = useState<File | null>(null);
	const [refusal, setRefusal] = useState('');
	const showError = (error: unknown) =>
		error ? (error instanceof AppError && error.details[0]?.message) || errorText(error) : undefined;
	return (
		<Card id={props.id} title={props.title} description={props.description} className="scroll-mt-24">
			<div className="flex flex-wrap items-start gap-6">
				{props.children}
				{isEditable ? (
					<div className="flex min-w-0 flex-1 basis-64 flex-col gap-3">
						<FileField
							label={hasPicture ? labels.replace : labels.add}
							accept={KINDS}
							maxBytes={MAX_BYTES}
							note={t`JPEG, PNG, WebP, AVIF or GIF, at most ${SQUARE_SOURCE_MB} MB`}
							error={refusal || showError(remove.error)}
							onFiles={({ accepted, refused }) => {
								upload.reset();
								remove.reset();
								setRefusal(
									refused.length > 0
										? t`Choose an image of one of these types, up to ${SQUARE_SOURCE_MB} MB.`
										: '',
								);
								setFile(accepted[0] ?? null);
							}}
						/>
						{hasPicture ? (
							<div>
								<Button
									variant="ghost"
									size="sm"
									icon={Trash2}
									isLoading={remove.isPending}
									onClick={() => remove.mutate()}
								>
									{labels.remove}
								</Button>
							</div>
						) : null}
					</div>
				) : null}
			</div>
			{file ? (
				<Suspense>
					<CropDialog
						file={file}
						shape={props.shape}
						isSending={upload.isPending}
						problem={showError(upload.error)}
						onClose={() => setFile(null)}
						onCropped={(picture) => upload.mutate(picture, { onSuccess: () => setFile(null) })}
					/>
				</Suspense>
			) : null}
		</Card>
	);
}

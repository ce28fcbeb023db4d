import { useState } from 'react';
import type { AnswerFiles, StoredFile } from '#app/ui/answer-files.ts';

/** As long as the server waits for a request. Whoever waits sees how far it is, and can cancel it. */
export const UPLOAD_TIMEOUT_MS = 180_000;

/** How files reach the server, by whoever answers. */
export type FileCalls = Required<Pick<AnswerFiles, 'upload' | 'download'>>;

/**
 * The files of a form: those that its saved answers name, and those uploaded since.
 * @param saved as the server answered them
 */
export function useAnswerFiles(saved: readonly StoredFile[], calls: FileCalls) {
	const [uploaded, setUploaded] = useState<StoredFile[]>([]);
	const [running, setRunning] = useState(0);
	const files: AnswerFiles = {
		find: (id) => [...saved, ...uploaded].find((file) => file.id === id),
		upload: async (...sent) => {
			setRunning((count) => count + 1);
			try {
				const file = await calls.upload(...sent);
				setUploaded((before) => [...before, file]);
				return file;
			} finally {
				setRunning((count) => count - 1);
			}
		},
		download: calls.download,
	};
	return { files, isUploading: running > 0 };
}

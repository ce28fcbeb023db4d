import { api } from '#app/lib/api-client.ts';
import { getTemplate } from '#shared/contracts/templates.ts';

/** A template that a link names. */
export const readTemplate = (template: string) => api.call(getTemplate, { params: { template } });

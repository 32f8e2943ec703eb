import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { newKey, type VariantFields } from './fields';
import { changed, without } from './lists';
import type { SectionProps } from './sections';

/** Shares of visitors; who comes again goes where they went. */
export const Variants = ({ fields, set, problem }: SectionProps) => {
  const add = useRef<HTMLButtonElement>(null);
  const setVariants = (variants: readonly VariantFields[]): void => set({ variants });
  const sum = fields.variants.reduce((all, { weight }) => all + (Number(weight) || 0), 0);
  const fresh = (): VariantFields => ({ key: newKey(), destination_url: '', weight: '50' });
  return (
    <>
      {fields.variants.map((variant, index) => (
        <div key={variant.key} className="grid grid-cols-[minmax(0,1fr)_84px_32px] items-start gap-2">
          <TextField
            label={`Variant ${index + 1}`}
            type="url"
            value={variant.destination_url}
            placeholder="https://"
            onChange={(event) => setVariants(changed(fields.variants, index, { destination_url: event.target.value }))}
            error={problem?.at(`body.variants[${index}].destination_url`)}
          />
          <TextField
            label="Weight"
            type="number"
            min={1}
            value={variant.weight}
            onChange={(event) => setVariants(changed(fields.variants, index, { weight: event.target.value }))}
            hint={sum > 0 ? `${Math.round(((Number(variant.weight) || 0) / sum) * 100)} %` : ' '}
            error={problem?.at(`body.variants[${index}].weight`)}
          />
          <Button
            tone="quiet"
            size="icon"
            className="mt-6"
            aria-label={`Remove variant ${index + 1}`}
            icon={<TrashIcon />}
            onClick={() => {
              setVariants(fields.variants.length <= 2 ? [] : without(fields.variants, index));
              add.current?.focus();
            }}
          />
        </div>
      ))}
      {problem?.errors.some(({ location }) => location === 'body.variants') && (
        <p className="text-bad text-sm">{problem.at('body.variants')}</p>
      )}
      {fields.variants.length < 4 && (
        <Button
          ref={add}
          icon={<PlusIcon />}
          onClick={() => setVariants(fields.variants.length === 0 ? [fresh(), fresh()] : [...fields.variants, fresh()])}
        >
          {fields.variants.length === 0 ? 'Split visitors' : 'Add a variant'}
        </Button>
      )}
    </>
  );
};

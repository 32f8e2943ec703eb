import { CheckField, SelectField, TextField } from '../../ui/fields';
import { zone } from '../../ui/format';
import { LATEST } from '../../ui/local-time';
import type { SectionProps } from './sections';

export const Times = ({ fields, set, problem }: SectionProps) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Starts"
        type="datetime-local"
        max={LATEST}
        value={fields.starts_at}
        onChange={(event) => set({ starts_at: event.target.value })}
        hint={`Before it, visitors find nothing. Times are of ${zone()}.`}
        error={problem?.at('body.starts_at')}
      />
      <TextField
        label="Ends"
        type="datetime-local"
        max={LATEST}
        value={fields.expires_at}
        onChange={(event) => set({ expires_at: event.target.value })}
        error={problem?.at('body.expires_at')}
      />
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Most clicks"
        type="number"
        min={1}
        value={fields.click_limit}
        onChange={(event) => set({ click_limit: event.target.value })}
        hint="Never more than these, counted exactly; bots take none."
        error={problem?.at('body.click_limit')}
      />
      <TextField
        label="Afterwards lead to"
        type="url"
        value={fields.expired_url}
        onChange={(event) => set({ expired_url: event.target.value })}
        hint="Empty: visitors read that the link has expired."
        error={problem?.at('body.expired_url')}
      />
    </div>
  </>
);

export const Access = ({ fields, set, problem, hasPassword }: SectionProps & { readonly hasPassword: boolean }) => (
  <>
    <TextField
      label={hasPassword ? 'New password' : 'Password'}
      type="password"
      autoComplete="new-password"
      maxLength={128}
      value={fields.password}
      disabled={fields.removes_password}
      onChange={(event) => set({ password: event.target.value })}
      hint="Visitors are asked for it each time. It is not shown again."
      error={problem?.at('body.password')}
    />
    {hasPassword && (
      <CheckField
        label="Remove the password"
        checked={fields.removes_password}
        onChange={(event) => set({ removes_password: event.target.checked, password: '' })}
      />
    )}
  </>
);

export const Redirect = ({ fields, set, problem }: SectionProps) => (
  <>
    <SelectField
      label="Status of the redirect"
      value={fields.redirect_type}
      onChange={(event) => set({ redirect_type: event.target.value })}
      options={[
        ['302', '302, temporary'],
        ['301', '301, permanent: browsers keep it for 30 seconds'],
        ['307', '307, temporary, with the same method'],
        ['308', '308, permanent, with the same method'],
      ]}
      error={problem?.at('body.redirect_type')}
    />
    <CheckField
      label="Pass the visitor’s query on"
      hint="What stands after the ? of a visit is appended to the destination."
      checked={fields.forward_query}
      onChange={(event) => set({ forward_query: event.target.checked })}
    />
    <TextField
      label="Id in another system"
      value={fields.external_id}
      maxLength={255}
      onChange={(event) => set({ external_id: event.target.value })}
      error={problem?.at('body.external_id')}
    />
  </>
);

export const Preview = ({ fields, set, problem }: SectionProps) => (
  <>
    <TextField
      label="Preview title"
      value={fields.preview_title}
      maxLength={255}
      onChange={(event) => set({ preview_title: event.target.value })}
      error={problem?.at('body.preview.title')}
    />
    <TextField
      label="Preview description"
      value={fields.preview_description}
      maxLength={500}
      onChange={(event) => set({ preview_description: event.target.value })}
      error={problem?.at('body.preview.description')}
    />
    <TextField
      label="Preview image"
      type="url"
      value={fields.preview_image_url}
      onChange={(event) => set({ preview_image_url: event.target.value })}
      error={problem?.at('body.preview.image_url')}
    />
  </>
);

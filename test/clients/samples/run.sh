# Runs the samples of curl in a folder; prints a line of JSON: the exit code of each that failed, by its name.
failed=
for file in *.sh; do
  bash -u "$file" > /dev/null 2>&1
  code=$?
  [ "$code" = 0 ] || failed="$failed${failed:+,}\"${file%.sh}\":\"$code\""
done
echo "{$failed}"

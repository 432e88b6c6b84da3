// The validator reads objects from standard input, one JSON value a line, and prints in which lines an API server refuses
// each of them: kube-apiserver's own decoder, strategy and validation of NetworkPolicy. See ../README.md.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/networking"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
)

// answer is one line of standard output: no lines mean that the object is taken.
type answer struct {
	Server []string `json:"server"`
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			refused := refusals(bytes.TrimSpace(line))
			sort.Strings(refused)
			_ = encoder.Encode(answer{Server: refused})
			if lines.Buffered() == 0 {
				out.Flush()
			}
		}
		if err != nil {
			return
		}
	}
}

func refusals(object []byte) (lines []string) {
	lines = []string{}
	defer func() {
		if caught := recover(); caught != nil {
			lines = append(lines, fmt.Sprintf("panic: %v", caught))
		}
	}()
	var header metav1.TypeMeta
	_ = json.Unmarshal(object, &header)
	if header.Kind == "CustomResourceDefinition" {
		if err := define(object); err != nil {
			return []string{err.Error()}
		}
		return lines
	}
	if kind, isDefined := defined[header.APIVersion+" "+header.Kind]; isDefined {
		return kind.refusals(requestFor("", header), object)
	}
	policy, err := decode(object)
	if strict, isStrict := runtime.AsStrictDecodingError(err); isStrict {
		// A server stops here. What it would refuse even without them is a mistake all the same, and in the table too.
		for _, each := range strict.Errors() {
			lines = append(lines, "strict decoding error: "+each.Error())
		}
	} else if err != nil {
		return []string{err.Error()}
	}
	if policy.Namespace == "" {
		policy.Namespace = metav1.NamespaceDefault
	}
	prepare(policy)
	return append(lines, statusLines(rest.BeforeCreate(networkpolicy.Strategy, requestFor(policy.Namespace, header), policy))...)
}

func requestFor(namespace string, header metav1.TypeMeta) context.Context {
	group := header.GroupVersionKind()
	ctx := genericapirequest.WithNamespace(genericapirequest.NewContext(), namespace)
	return genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{
		APIGroup:   group.Group,
		APIVersion: group.Version,
		Resource:   strings.TrimSuffix(strings.ToLower(group.Kind), "y") + "ies",
	})
}

// statusLines takes the causes of a refusal apart.
func statusLines(err error) []string {
	if err == nil {
		return nil
	}
	status, isStatus := err.(apierrors.APIStatus)
	if !isStatus || status.Status().Details == nil || len(status.Status().Details.Causes) == 0 {
		return []string{err.Error()}
	}
	lines := []string{}
	for _, cause := range status.Status().Details.Causes {
		lines = append(lines, withField(cause.Field, cause.Message))
	}
	return lines
}

// generatedName is as a server makes it, apart from the letters, which are random there.
func generatedName(base string) string {
	const letters = 5
	return base[:min(len(base), validation.DNS1123LabelMaxLength-letters)] + strings.Repeat("x", letters)
}

func withField(field, message string) string {
	if field == "" {
		return message
	}
	return field + ": " + message
}

// decode reads as a server does under strict field validation: with the policy, the error is a strict one.
func decode(object []byte) (*networking.NetworkPolicy, error) {
	info, found := runtime.SerializerInfoForMediaType(legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	if !found {
		return nil, fmt.Errorf("no serializer of JSON")
	}
	internal := schema.GroupVersion{Group: networking.GroupName, Version: runtime.APIVersionInternal}
	decoder := legacyscheme.Codecs.DecoderToVersion(info.StrictSerializer, internal)
	decoded, _, err := decoder.Decode(object, nil, &networking.NetworkPolicy{})
	if decoded == nil {
		return nil, err
	}
	policy, isPolicy := decoded.(*networking.NetworkPolicy)
	if !isPolicy {
		return nil, fmt.Errorf("%T is no NetworkPolicy", decoded)
	}
	return policy, err
}
